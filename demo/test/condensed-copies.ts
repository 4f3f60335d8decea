import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readDate, readMbox } from './count-mbox.ts';
import { direct } from './direct-copies.ts';
import type { MailboxFile } from './open-mail-service.ts';

const DAY_MS = 86_400_000;
/** Shorter than the 84 days that a mailbox is connected with, by more than a time zone at each end. */
const DAYS = 80;

/**
 * Writes mailboxes of years again as mailboxes of eighty days, in the same order: each email at the same share of the
 * time, so that one window has all of them. As if each had come directly (`direct-copies.ts`), so that they are
 * contact with people. An email without a usable date stays as it is.
 */
export function writeCondensedCopies(
  folder: string,
  boxes: readonly MailboxFile[],
  now = Date.now(),
): MailboxFile[] {
  const times = boxes.flatMap(({ file }) => readMbox(file).map(timeOf)).filter(Number.isFinite);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const condensed = (time: number) =>
    now - DAY_MS - (DAYS * DAY_MS * (last - time)) / Math.max(last - first, 1);
  return boxes.map(({ address, file }) => {
    const mails = readMbox(file).map((mail) => {
      const time = timeOf(mail);
      if (!Number.isFinite(time)) return mail;
      const { head, body } = divide(mail);
      return `${head.replace(DATE, `Date: ${new Date(condensed(time)).toUTCString()}`)}${body}`;
    });
    const copy = path.join(folder, `${address}-condensed.mbox`);
    const separator = 'From someone@mail.example Thu Jan  1 00:00:00 1970\n';
    writeFileSync(copy, mails.map((mail) => `${separator}${direct(mail)}`).join(''), 'latin1');
    return { address, file: copy };
  });
}

const DATE = /^date[ \t]*:.*(\r?\n[ \t].*)*/im;

/** The time of its Date header; NaN where it has none. */
function timeOf(mail: string): number {
  const [line = ''] = DATE.exec(divide(mail).head) ?? [];
  return readDate(line.slice(line.indexOf(':') + 1).replaceAll(/\s+/g, ' ')).getTime();
}

function divide(mail: string): { head: string; body: string } {
  const end = mail.search(/\r?\n\r?\n/);
  return end === -1
    ? { head: mail, body: '' }
    : { head: mail.slice(0, end), body: mail.slice(end) };
}
