import { isUtf8 } from 'node:buffer';
import { headLength } from '../mail/head-length.ts';
import { JOURNAL_HEADER } from '../mail/journaled-mail.ts';
import { ADDRESS_HEADERS } from '../mail/mail-addresses.ts';
import { MAX_HEAD_BYTES } from './mail-file-limits.ts';

/** The values of an email's headers by lower-case name, unfolded. */
export type MailHead = ReadonlyMap<string, readonly string[]>;

/** The headers that are used of an email before it is known whether it concerns anyone. */
const names = new Set<string>([
  ...Object.values(ADDRESS_HEADERS),
  JOURNAL_HEADER,
  'date',
  'received',
  'x-gmail-labels',
  'x-mozilla-status',
  'x-status',
]);

/** Reads the headers of an email, without its text. */
export function readHead(mail: Buffer): MailHead {
  const start = mail.subarray(0, MAX_HEAD_BYTES);
  const head = start.subarray(0, headLength(start));
  const text = head.toString(isUtf8(head) ? 'utf8' : 'latin1');
  const values = new Map<string, string[]>();
  for (const line of text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (!names.has(name)) continue;
    const found = values.get(name);
    if (found === undefined) values.set(name, [line.slice(colon + 1).trim()]);
    else found.push(line.slice(colon + 1).trim());
  }
  return values;
}
