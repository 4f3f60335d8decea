/** Maximum length of a server's message that is shown. */
const MAX_SERVER_TEXT = 200;

/** Converts an external text to one line without control characters, of at most 200 characters. */
export const plainText = (words: string): string =>
  words
    .slice(0, MAX_SERVER_TEXT * 5)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SERVER_TEXT)
    .replace(/[\uD800-\uDBFF]$/, '');
