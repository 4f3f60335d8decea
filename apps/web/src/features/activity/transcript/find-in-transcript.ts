/** A stretch of text, found or not. */
export type FoundPart = { text: string; isFound: boolean };

/**
 * Divides a text at each place where a word stands, whatever its case. Joined, they give it again.
 */
export function foundParts(text: string, wanted: string): FoundPart[] {
  const pattern = patternOf(wanted);
  if (pattern === undefined) return [{ text, isFound: false }];
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isFound: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** Which of the texts hold a word. */
export function indexesWith(texts: readonly string[], wanted: string): number[] {
  const pattern = patternOf(wanted);
  if (pattern === undefined) return [];
  return texts.flatMap((text, index) => (text.search(pattern) >= 0 ? [index] : []));
}

const special = /[\\^$.*+?()[\]{}|/]/g;

/** With one group, so that splitting keeps what was found. */
function patternOf(wanted: string): RegExp | undefined {
  const word = wanted.trim();
  return word === '' ? undefined : new RegExp(`(${word.replaceAll(special, '\\$&')})`, 'iu');
}
