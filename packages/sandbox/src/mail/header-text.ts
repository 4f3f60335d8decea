import { decodeWords } from 'postal-mime';
import { decodeBytes } from './decode-bytes.ts';
import type { MailHeader } from './mail-head.ts';
import { findHeader } from './mail-head.ts';

const encodedWords = /=\?[^?\s]+\?[BbQq]\?[^?]*\?=(?:\s+=\?[^?\s]+\?[BbQq]\?[^?]*\?=)*/g;
const addressHeaders = new Set(['from', 'to', 'cc', 'bcc', 'reply-to', 'sender']);

/**
 * A header as Gmail's API gives it: unfolded, in Unicode, encoded words decoded. Within an address
 * header a decoded name is quoted where it would otherwise break the list (`"Doe, John" <…>`).
 */
export function headerText({ name, value }: Pick<MailHeader, 'name' | 'value'>): string {
  const unfolded = decodeBytes(Buffer.from(value, 'latin1'), 'utf-8')
    .replaceAll(/\r?\n(?=[ \t])/g, '')
    .trim();
  const isAddress = addressHeaders.has(name.toLowerCase());
  return unfolded.replaceAll(encodedWords, (words) => {
    const decoded = decodeWords(words);
    return isAddress && /[()<>[\]:;@\\,."]/.test(decoded)
      ? `"${decoded.replaceAll(/["\\]/g, '\\$&')}"`
      : decoded;
  });
}

/** The text of every header of that name, joined; empty when there is none. */
export function allHeaderText(headers: readonly MailHeader[], name: string): string {
  return headers
    .filter((header) => header.name.toLowerCase() === name)
    .map(headerText)
    .join(', ');
}

/** The ids in angle brackets of a header such as `References`, without the brackets. */
export function messageIds(headers: readonly MailHeader[], name: string): string[] {
  const value = findHeader(headers, name)?.value ?? '';
  return [...value.matchAll(/<([^<>]+)>/g)].map((match) => (match[1] ?? '').replaceAll(/\s/g, ''));
}
