import { latinLetters } from './latin-letters.ts';

const letters: Readonly<Record<string, string>> = { ...latinLetters, ς: 'σ' };

/** The characters of a word that count; longer words are codes and keys. */
const maxWordLength = 40;
/**
 * Code units of a word that are folded, room for the accents of each character: the time to put
 * accents in order grows with the square of their number.
 */
const maxFoldedLength = 4 * maxWordLength;
/** Characters of a script without spaces that are looked at together. */
const blockLength = 40;

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
const asciiWordPattern = /[a-z0-9]+/g;
/** Accents, Hebrew points, Arabic vowel signs and the Arabic elongation. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0652\u0670]/g;
const special = /[ßæœøłđðþħıς]/g;
/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
// eslint-disable-next-line no-control-regex
const ascii = /^[\0-\x7f]*$/;

/** A word of a text as it is compared, and where the text has it. */
export interface WordInText {
  word: string;
  start: number;
  end: number;
}

/**
 * The words of a text in the form in which they are compared: lower case and without accents, so
 * that `Zoë` is found by `zoe`. Everything but letters and digits separates words. Scripts without
 * spaces give each pair of neighboring characters, and the last one.
 */
export function* wordsInText(text: string): Generator<WordInText> {
  for (const match of text.matchAll(wordPattern)) {
    const [found] = match;
    const start = match.index;
    const end = start + found.length;
    if (ascii.test(found)) yield { word: found.toLowerCase().slice(0, maxWordLength), start, end };
    else yield* foreignWords(found, start, end);
  }
}

/** Each word once, up to a limit; words after it are not looked at. */
export function searchWords(text: string, limit = Infinity): string[] {
  const words = new Set<string>();
  for (const word of ascii.test(text) ? asciiWords(text) : foundWords(text)) {
    if (words.size >= limit) break;
    words.add(word);
  }
  return [...words];
}

/** The words that `wordsInText` finds in a text in ASCII, in a third of the time: most emails are in ASCII. */
function* asciiWords(text: string): Generator<string> {
  for (const word of text.toLowerCase().match(asciiWordPattern) ?? []) {
    yield word.length > maxWordLength ? word.slice(0, maxWordLength) : word;
  }
}

function* foundWords(text: string): Generator<string> {
  for (const { word } of wordsInText(text)) yield word;
}

function* foreignWords(found: string, start: number, end: number): Generator<WordInText> {
  let at = 0;
  for (const match of found.matchAll(unspaced)) {
    yield* folded(found.slice(at, match.index), start + at, start + match.index);
    yield* pairs(match[0], start + match.index);
    at = match.index + match[0].length;
  }
  yield* folded(found.slice(at), start + at, end);
}

function* folded(part: string, start: number, end: number): Generator<WordInText> {
  // Folding can divide a word: '½' becomes '1⁄2'.
  for (const [word] of fold(part.slice(0, maxFoldedLength)).matchAll(wordPattern)) {
    yield { word: [...word].slice(0, maxWordLength).join(''), start, end };
  }
}

function* pairs(run: string, start: number): Generator<WordInText> {
  const characters = [...run];
  let at = start;
  let isFolded = false;
  for (const [index, character] of characters.entries()) {
    if (index % blockLength === 0) {
      // With the first of the next block, which ends the last pair of this one.
      const block = characters.slice(index, index + blockLength + 1).join('');
      isFolded = fold(block) === block;
    }
    // The last one stands alone, so that it is found by itself as well.
    const word = character + (characters[index + 1] ?? '');
    const end = at + word.length;
    // Most are, and to fold each pair by itself takes long.
    if (isFolded) yield { word, start: at, end };
    else yield* folded(word, at, end);
    at += character.length;
  }
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(marks, '')
    .normalize('NFC')
    .replaceAll(special, (letter) => letters[letter] ?? letter);
