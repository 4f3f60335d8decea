/**
 * A text on one line, without control characters: one with line breaks could pretend to be further
 * lines of the text that it is put into.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
