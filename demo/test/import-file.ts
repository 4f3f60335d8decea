import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@repo/contract/limits';
import type { MailFile } from '@repo/contract/mail-files';
import type { ApiClient } from '../src/api-client.ts';

/** Longer than reading any of the mailboxes takes; milliseconds. */
const TIMEOUT_MS = 600_000;

/**
 * Uploads a file in parts and imports it, as the web application does.
 *
 * @param onReady receives the file as it is shown before it is imported.
 * @returns the file as it is listed at the end: finished, or failed.
 */
export async function importFile(
  client: ApiClient,
  name: string,
  content: Buffer,
  onReady: (file: MailFile) => void = () => {},
): Promise<MailFile> {
  const { file } = await client.call('POST /api/mail-files', {
    body: { name, size: content.length },
  });
  const params = { id: file.id };
  for (let at = 0; at < content.length; at += limits.filePartBytes) {
    await client.call('PUT /api/mail-files/{id}/content', {
      params,
      query: { offset: at },
      body: content.subarray(at, at + limits.filePartBytes),
    });
  }
  const checked = await untilState(client, file.id, ['ready', 'failed', 'finished']);
  if (checked.state !== 'ready') return checked;
  onReady(checked);
  await client.call('POST /api/mail-files/{id}/import', { params });
  return untilState(client, file.id, ['finished', 'failed']);
}

async function untilState(
  client: ApiClient,
  id: string,
  wanted: MailFile['state'][],
): Promise<MailFile> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { files } = await client.call('GET /api/mail-files');
    const file = files.find((one) => one.id === id);
    if (file && wanted.includes(file.state)) return file;
    if (file === undefined || Date.now() > end) {
      throw new Error(`The file is ${file?.state}: ${file?.message}`);
    }
    await sleep(100);
  }
}
