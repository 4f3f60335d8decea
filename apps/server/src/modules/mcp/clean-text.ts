/** Characters that are read per character that is returned: markup is longer than its text. */
const READ_FACTOR = 8;

/** Of each pattern the longest match, so that no text takes long. */
const STYLES = /<(style|script|head)\b[^<>]{0,500}>.{0,20000}?<\/\1>/gis;
const BREAKS = /<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^<>]{0,500}>/gi;
const TAGS = /<[^<>]{1,500}>/g;
const MARKDOWN_LINKS = /!?\[([^\]\n]{0,200})\]\([^)\n]{0,2000}\)/g;
const LINKS =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|data:|javascript:|mailto:)\S{1,4000}|\b[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}\/\S{1,2000}/gi;
/** Control, invisible and unassigned characters, including those that hide a text in another one. */
const INVISIBLE = /[^\P{C}\n\t]/gu;

const entities: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/**
 * Returns the plain text of something that outside people wrote, for an assistant: without markup, images, links and
 * characters that a reader does not see, and not longer than `maxLength`.
 */
export function cleanText(text: string, maxLength: number): string {
  const cleaned = text
    .slice(0, maxLength * READ_FACTOR)
    .replaceAll(STYLES, ' ')
    .replaceAll(BREAKS, '\n')
    .replaceAll(TAGS, ' ')
    .replaceAll(/&(?:nbsp|amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? ' ')
    // Text that was written as entities is no markup, but an assistant could take it for some.
    .replaceAll(TAGS, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(MARKDOWN_LINKS, '$1')
    .replaceAll(LINKS, '[link removed]')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
  return cleaned.length > maxLength
    ? `${cleaned.slice(0, maxLength - 1).toWellFormed()}…`
    : cleaned;
}
