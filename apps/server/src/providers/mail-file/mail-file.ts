import { setImmediate } from 'node:timers/promises';
import {
  type FileItem,
  type FileReader,
  UnusableFileError,
} from '../../modules/integrations/provider.ts';
import { createMailReaderPool } from '../mail/mime/mail-reader-pool.ts';
import type { MailReader } from '../mail/mime/read-mail.ts';
import type { Progress } from './file-chunks.ts';
import { MAX_ITEMS, TURN_MS } from './mail-file-limits.ts';
import { readContents } from './read-contents.ts';

type ReadOptions = Parameters<FileReader['read']>[1];

/** Files with emails that a user exported elsewhere. See the README in this folder. */
export function createMailFileReader(): FileReader {
  const readMail = createMailReaderPool();
  return { id: 'mail_file', read: (file, options) => readFile(file, readMail, options) };
}

async function* readFile(
  file: string,
  readMail: MailReader,
  { skip, signal }: ReadOptions,
): AsyncGenerator<FileItem> {
  const progress: Progress = { bytes: 0, signal };
  let count = 0;
  let turnEnds = performance.now() + TURN_MS;
  for await (const read of readContents(file, progress, readMail)) {
    signal.throwIfAborted();
    if (performance.now() > turnEnds) {
      await setImmediate();
      turnEnds = performance.now() + TURN_MS;
    }
    count += 1;
    if (count > MAX_ITEMS) {
      throw new UnusableFileError(
        `The file has more than ${MAX_ITEMS.toLocaleString('en')} emails. Split it into several files.`,
        { isPartlyUsable: true },
      );
    }
    if (count > skip) yield { ...read(), bytesRead: progress.bytes };
  }
  if (count === 0) {
    throw new UnusableFileError(
      'This file contains no emails that can be read. Upload an mbox file, a Google Takeout or Maildir archive (zip, tgz), or a single email (.eml).',
    );
  }
}
