import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readMailboxText } from './count-mbox.ts';
import type { MailboxFile } from './open-mail-service.ts';

/**
 * Writes mailboxes again as if each email had come directly: without what a mailing list adds, by which all emails of
 * the real mailboxes are contact with no one.
 */
export function writeDirectCopies(folder: string, boxes: readonly MailboxFile[]): MailboxFile[] {
  return boxes.map(({ address, file }) => {
    const copy = path.join(folder, `${address}.mbox`);
    writeFileSync(copy, direct(readMailboxText(file)), 'latin1');
    return { address, file: copy };
  });
}

/** Emails without the headers that a list adds. */
export const direct = (mails: string): string =>
  mails.replaceAll(
    /^(precedence|list-[a-z]+|return-path|errors-to|sender):.*\r?\n([ \t].*\r?\n)*/gim,
    '',
  );
