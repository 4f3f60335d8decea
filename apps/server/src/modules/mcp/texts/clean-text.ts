import { readableText } from './readable-text.ts';
import { removeLinks } from './remove-links.ts';

/** Characters that are read per character that is returned: markup is longer than its text. */
export const READ_FACTOR = 8;

/** Control, invisible and unassigned characters, including those that hide a text in another one. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[^\P{C}\n\t]/gu;

/**
 * Returns the plain text of something that outside people wrote, for an assistant: without markup, images, links and
 * characters and elements that a reader does not see, and not longer than `maxLength`.
 */
export function cleanText(text: string, maxLength: number): string {
  const seen = readableText(text.slice(0, maxLength * READ_FACTOR)).replaceAll(INVISIBLE, '');
  const cleaned = removeLinks(seen)
    // Text that was written as entities is no markup, but an assistant could take it for markup.
    .replaceAll(/<(?=[\p{L}/!?])/gu, '‹')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
  return cleaned.length > maxLength
    ? `${cleaned.slice(0, maxLength - 1).toWellFormed()}…`
    : cleaned;
}
