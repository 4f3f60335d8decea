import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ActivityToCapture } from '#modules/activities/activity-to-capture.ts';
import { UnusableFileError } from '#modules/integrations/provider/file-reader.ts';
import { createMailFileReader } from '../../src/providers/mail-file/mail-file.ts';

/** What an uploaded file contains, read without the server. */
export interface ReadUpload {
  activities: ActivityToCapture[];
  excluded: number;
  /** What is reported: about items that cannot be read, about the file, or why it was refused. */
  said: string[];
}

interface ReadOptions {
  /** When it was uploaded; now when absent. */
  at?: Date;
  /** The addresses of the user. */
  addresses?: readonly string[];
}

/** An email that turns out not to be readable is named by the message of its error. */
async function readItem(item: { read: () => Promise<ActivityToCapture> }, result: ReadUpload) {
  try {
    result.activities.push(await item.read());
  } catch (error) {
    if (!(error instanceof Error) || !isSentence(error)) throw error;
    result.said.push(error.message);
  }
}

/** What is written for users, and not what a program says about its own mistakes. */
const isSentence = ({ name, message }: Error): boolean =>
  name === 'Error' && /^[A-Z].*\.$/s.test(message);

/**
 * Reads a file as an uploaded one is read.
 *
 * @throws what is no refusal in words: a mistake of the reader.
 */
export async function readAsUpload(
  content: Buffer | string,
  { at, addresses = [] }: ReadOptions = {},
): Promise<ReadUpload> {
  const folder = await mkdtemp(path.join(tmpdir(), 'odd-inputs-'));
  const file = path.join(folder, 'upload');
  const result: ReadUpload = { activities: [], excluded: 0, said: [] };
  try {
    await writeFile(file, content);
    if (at) await utimes(file, at, at);
    const options = {
      ownerId: 'theo',
      skip: 0,
      signal: new AbortController().signal,
      addresses: new Set(addresses),
    };
    for await (const item of createMailFileReader().read(file, options)) {
      if (item.kind === 'activity') await readItem(item, result);
      if (item.kind === 'excluded') result.excluded += 1;
      if (item.kind === 'unreadable') result.said.push(item.reason);
      if (item.kind === 'notice') result.said.push(item.text);
    }
  } catch (error) {
    if (!(error instanceof UnusableFileError)) throw error;
    result.said.push(error.message);
  } finally {
    await rm(folder, { recursive: true });
  }
  return result;
}
