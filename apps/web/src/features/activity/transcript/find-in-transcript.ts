/** A stretch of text, found or not. */
export type FoundPart = { text: string; isFound: boolean };

/**
 * Splits a text at each occurrence of a word, whatever its case. Joined, the parts are the text.
 */
export function foundParts(text: string, wanted: string): FoundPart[] {
  const pattern = patternOf(wanted);
  if (pattern === undefined) return [{ text, isFound: false }];
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isFound: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

export function indexesWith(texts: readonly string[], wanted: string): number[] {
  const pattern = patternOf(wanted);
  if (pattern === undefined) return [];
  return texts.flatMap((text, index) => (text.search(pattern) >= 0 ? [index] : []));
}

const special = /[\\^$.*+?()[\]{}|/]/g;

/** With one group, so that splitting includes the matches. */
function patternOf(wanted: string): RegExp | undefined {
  const word = wanted.trim();
  return word === '' ? undefined : new RegExp(`(${word.replaceAll(special, '\\$&')})`, 'iu');
}
