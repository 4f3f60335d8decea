import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { MailboxFile } from './open-mail-service.ts';

/**
 * Writes mailboxes again as if each email had come directly: without what a mailing list adds, by which all emails of
 * the real mailboxes are contact with no one.
 */
export function writeDirectCopies(folder: string, boxes: readonly MailboxFile[]): MailboxFile[] {
  return boxes.map(({ address, file }) => {
    const bytes = readFileSync(file);
    const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('latin1');
    const direct = text.replaceAll(
      /^(precedence|list-[a-z]+|return-path|errors-to|sender):.*\r?\n([ \t].*\r?\n)*/gim,
      '',
    );
    const copy = path.join(folder, `${address}.mbox`);
    writeFileSync(copy, direct, 'latin1');
    return { address, file: copy };
  });
}
