import { decodeText } from './decode-text.ts';
import { findCharset } from './find-charset.ts';

const wordStart = /=\?([^?\s]{1,60})\?([QqBb])\?/g;

/** Words of one run that are also tried one by one, if they cannot be decoded together. */
const MAX_APART = 1_000;

interface Word {
  charset: string;
  isBase64: boolean;
  text: string;
  /** Positions in the header. */
  start: number;
  end: number;
}

/**
 * Rewrites the encoded words of a header (RFC 2047) as words in UTF-8, each made of whole characters.
 *
 * Programs divide a text anywhere: inside a character, inside a group of base64, with padding at each end.
 * Consecutive words in one charset are decoded together.
 *
 * @param other the charset of words with a label that names none.
 */
export function readableWords(header: string, other?: string): string {
  const words = findWords(header);
  let readable = '';
  let at = 0;
  for (let index = 0; index < words.length;) {
    const run = runAt(header, words, index);
    const [first] = run;
    const last = run.at(-1);
    if (first === undefined || last === undefined) break;
    const text = decodeRun(run, other);
    readable += header.slice(at, first.start);
    if (text !== '') readable += `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
    at = last.end;
    index += run.length;
  }
  return readable + header.slice(at);
}

function findWords(header: string): Word[] {
  const words: Word[] = [];
  wordStart.lastIndex = 0;
  for (let match = wordStart.exec(header); match !== null; match = wordStart.exec(header)) {
    const [whole, charset = '', encoding = ''] = match;
    const begin = match.index + whole.length;
    const end = header.indexOf('?=', begin);
    if (end === -1) break;
    const text = header.slice(begin, end);
    // One that is not closed ends where the next one starts.
    if (text.includes('=?')) continue;
    const isBase64 = encoding.toUpperCase() === 'B';
    words.push({ charset, isBase64, text, start: match.index, end: end + 2 });
    wordStart.lastIndex = end + 2;
  }
  return words;
}

/** The words from an index that follow each other in one charset, with nothing but blanks between them. */
function runAt(header: string, words: readonly Word[], index: number): Word[] {
  const run = words.slice(index, index + 1);
  for (let next = index + 1; next < words.length; next += 1) {
    const [word, before] = [words[next], run.at(-1)];
    if (word === undefined || before === undefined) break;
    if (charsetOf(word) !== charsetOf(before)) break;
    if (header.slice(before.end, word.start).trim() !== '') break;
    run.push(word);
  }
  return run;
}

function charsetOf({ charset }: Word): string {
  const found = findCharset(charset);
  return typeof found === 'object' ? found.name : (found ?? '');
}

function decodeRun(run: readonly Word[], other: string | undefined): string {
  const [{ charset } = { charset: '' }] = run;
  const decode = (bytes: Buffer) => decodeText(bytes, charset, other);
  const together = decode(Buffer.concat(joinGroups(run).map(bytesOf)));
  if (!together.includes('\u{fffd}') || run.length > MAX_APART) return together;
  const apart = run.map((word) => decode(bytesOf(word))).join('');
  return apart.split('\u{fffd}').length < together.split('\u{fffd}').length ? apart : together;
}

/** Joins the texts of words with base64 that was divided inside a group of four characters. */
function joinGroups(run: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (const word of run) {
    const before = joined.at(-1);
    const isOpen = before?.isBase64 === true && word.isBase64 && isInsideGroup(before.text);
    if (isOpen) before.text += word.text;
    else joined.push({ ...word });
  }
  return joined;
}

const isInsideGroup = (text: string): boolean =>
  !text.trimEnd().endsWith('=') && text.replaceAll(/[^A-Za-z0-9+/]/g, '').length % 4 !== 0;

function bytesOf({ isBase64, text }: Word): Buffer {
  // Several groups may be padded, each of which is decoded by itself.
  if (isBase64) return Buffer.concat(text.split(/=+/).map((one) => Buffer.from(one, 'base64')));
  const plain = text.replaceAll(/=\s+(?=[0-9a-f])/gi, '=').replaceAll(/[_\s]/g, ' ');
  // An unencoded text may be UTF-8 already.
  return Buffer.concat(
    plain
      .split(/((?:=[0-9a-f]{2})+)/i)
      .map((part, index) =>
        index % 2 === 0 ? Buffer.from(part) : Buffer.from(part.replaceAll('=', ''), 'hex'),
      ),
  );
}
