import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@repo/contract/limits';
import type { MailFile } from '@repo/contract/mail-files';
import { readMbox } from '@repo/sandbox/mail/read-mbox';
import type { ApiClient } from '../src/api-client.ts';
import { daysBefore, newYorkDay } from './count-mbox.ts';
import { type MailboxFile, moveMail } from './open-mail-service.ts';
import type { MailSource } from './track-everything.ts';

/** Longer than reading any of the mailboxes takes; milliseconds. */
const TIMEOUT_MS = 120_000;

/** Mailboxes are connected with the emails of so many days; a file is imported as a whole. */
const DAYS = 84;

/** Mailboxes that their owners upload as files, whose emails are moved by whole days. */
export function openUploads(boxes: readonly MailboxFile[], shiftDays: number): MailSource {
  return {
    tracksFirst: true,
    connect: async (client, address) => {
      const box = boxes.find((one) => one.address === address);
      const content = box && (await writeMbox(box, shiftDays));
      // In some windows not everyone has an email, and an empty file is refused.
      if (content?.length) await importFile(client, content);
    },
    untilRead: () => Promise.resolve(),
  };
}

/** As mail programs write it, with times that have no zone. */
async function writeMbox({ file }: MailboxFile, shiftDays: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  const firstDay = daysBefore(newYorkDay(new Date()), DAYS - 1);
  for await (const original of readMbox(file)) {
    const { mail, date } = moveMail(original, shiftDays);
    if (date === undefined || date > Date.now() || newYorkDay(new Date(date)) < firstDay) continue;
    const text = mail.toString('latin1').replaceAll('\r\n', '\n');
    const quoted = text.replaceAll(/^(>*From )/gm, '>$1');
    const separator = `From someone@mail.example ${separatorDate(new Date(date))}`;
    parts.push(Buffer.from(`${separator}\n${quoted}\n`, 'latin1'));
  }
  return Buffer.concat(parts);
}

/** `Mon Jan  1 10:00:00 2024` */
function separatorDate(date: Date): string {
  const [weekday = '', day = '', month = '', year = '', clock = ''] = date.toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${clock} ${year}`;
}

async function importFile(client: ApiClient, content: Buffer): Promise<void> {
  const { file } = await client.call('POST /api/mail-files', {
    body: { name: 'mailbox.mbox', size: content.length },
  });
  const params = { id: file.id };
  for (let at = 0; at < content.length; at += limits.filePartBytes) {
    await client.call('PUT /api/mail-files/{id}/content', {
      params,
      query: { offset: at },
      body: content.subarray(at, at + limits.filePartBytes),
    });
  }
  await untilState(client, file.id, 'ready');
  await client.call('POST /api/mail-files/{id}/import', { params });
  await untilState(client, file.id, 'finished');
}

async function untilState(client: ApiClient, id: string, wanted: MailFile['state']): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { files } = await client.call('GET /api/mail-files');
    const file = files.find((one) => one.id === id);
    if (file?.state === wanted) return;
    if (file === undefined || file.state === 'failed' || Date.now() > end) {
      throw new Error(`The file is ${file?.state}: ${file?.message}`);
    }
    await sleep(200);
  }
}
