import type { MailFile } from '@repo/contract/mail-files';
import { readMbox } from '@repo/sandbox/mail/read-mbox';
import { daysBefore, newYorkDay } from './count-mbox.ts';
import { importFile } from './import-file.ts';
import { type MailboxFile, moveMail } from './open-mail-service.ts';
import type { MailSource } from './track-everything.ts';

/** Mailboxes are connected with the emails of so many days; a file is imported as a whole. */
const DAYS = 84;

/**
 * Mailboxes that their owners upload as files, whose emails are moved by whole days.
 *
 * @param onReady receives what is shown of each before it is imported.
 */
export function openUploads(
  boxes: readonly MailboxFile[],
  shiftDays: number,
  onReady?: (address: string, file: MailFile) => void,
): MailSource {
  return {
    tracksFirst: true,
    connect: async (client, address) => {
      const box = boxes.find((one) => one.address === address);
      const content = box && (await writeMbox(box, shiftDays));
      // In some windows not everyone has an email, and an empty file is refused.
      if (!content?.length) return;
      const { state, message } = await importFile(client, 'mailbox.mbox', content, (checked) =>
        onReady?.(address, checked),
      );
      if (state === 'failed') throw new Error(`The file is not imported: ${message}`);
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
