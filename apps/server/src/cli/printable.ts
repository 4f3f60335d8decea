/**
 * The characters by which a text would control the terminal, or show its parts in another order. Line feeds are
 * left: messages have several lines.
 */
const controls = /[^\P{Cc}\n]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text that a terminal only shows, with its control characters escaped as in JSON. */
export const printable = (text: string): string => text.replaceAll(controls, escaped);

/** The same on one line, as for a cell of a table. */
export const printableLine = (text: string): string =>
  printable(text).replaceAll('\n', String.raw`\n`);
