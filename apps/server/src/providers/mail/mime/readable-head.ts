import { isAscii, isUtf8 } from 'node:buffer';
import { loadIconv } from '../../calendar/rare-decoders.ts';
import { decodeText } from './decode-text.ts';
import { readableWords } from './encoded-words.ts';
import { findCharset } from './find-charset.ts';

const ESCAPE = '\u001b';
const LOST = '\u{fffd}';

/** A line of a head as it was sent, and its position among the lines. */
export interface RawLine {
  index: number;
  bytes: Uint8Array;
}

/** The part of a head that may have to change. */
export interface UnreadableHead {
  /** The lines in another charset than UTF-8, with or without 8 bits. */
  raw: RawLine[];
  /** Whether there may be encoded words. */
  hasWords: boolean;
}

/** Whether nothing in the heads of an email is unreadable. One search of the whole finds it out for most. */
export const isPlainMail = (mail: Buffer): boolean =>
  isAscii(mail) && !mail.includes(ESCAPE) && !mail.includes('=?');

export const READABLE: UnreadableHead = { raw: [], hasWords: false };

/**
 * @param sent the lines of a head as they were sent.
 * @param read the same lines read as UTF-8.
 */
export function findUnreadable(
  sent: readonly Uint8Array[],
  read: readonly string[],
): UnreadableHead {
  const head = read.join('\n');
  const hasWords = head.includes('=?');
  if (!head.includes(LOST) && !head.includes(ESCAPE)) return { raw: [], hasWords };
  const raw = sent.flatMap((bytes, index) =>
    isForeignLine(bytes, read[index] ?? '') ? [{ index, bytes }] : [],
  );
  return { raw, hasWords };
}

/** @param text the line read as UTF-8. */
const isForeignLine = (line: Uint8Array, text: string): boolean =>
  text.includes(LOST) ? !isUtf8(line) : text.includes(ESCAPE) && isAscii(line);

/**
 * Rewrites the lines of a head as the parser expects them: text in Unicode, and encoded words of whole
 * characters. Folded lines are joined where that is necessary.
 *
 * @param lines of the head; changed in place.
 * @param other the charset of raw bytes and of words that declare none.
 */
export function makeHeadReadable(
  lines: string[],
  { raw, hasWords }: UnreadableHead,
  other?: string,
): void {
  if (!hasWords && raw.length === 0 && other === undefined) return;
  for (const { index, bytes } of raw) lines[index] = decodeLine(bytes, other);
  let to = 0;
  for (let from = 0; from < lines.length;) {
    const first = lines[from] ?? '';
    let end = from + 1;
    while (end < lines.length && isFolded(lines[end] ?? '')) end += 1;
    const isEncoded = hasWords && lines.slice(from, end).some((line) => line.includes('=?'));
    // Nothing is created for the other headers, which are most.
    if (isEncoded || other !== undefined) {
      for (const line of readableHeader(lines.slice(from, end), first, other)) {
        lines[to] = line;
        to += 1;
      }
    } else {
      for (let at = from; at < end; at += 1, to += 1) lines[to] = lines[at] ?? '';
    }
    from = end;
  }
  lines.length = to;
}

/** The first letter decides for nearly all lines, without the expression. */
export const isSubject = (line: string): boolean =>
  (line.startsWith('S') || line.startsWith('s')) && /^subject\s*:/i.test(line);

const isFolded = (line: string): boolean => line.startsWith(' ') || line.startsWith('\t');

function readableHeader(lines: string[], first: string, other: string | undefined): string[] {
  if (lines.some((line) => line.includes('=?'))) return [readableWords(lines.join(''), other)];
  const isUtf7 = other !== undefined && /utf-?7/i.test(other) && isSubject(first);
  return isUtf7 ? lines.map((line) => loadIconv().decode(Buffer.from(line), 'utf-7')) : lines;
}

/** An encoded word with bytes that it should have encoded declares their charset. */
function decodeLine(bytes: Uint8Array, other: string | undefined): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const decode = (piece: string) => decodeText(Buffer.from(piece, 'latin1'), undefined, other);
  if (!text.includes('=?')) return decode(text);
  return text
    .split(/(=\?[^?\s]{1,60}\?[QqBb]\?[^?]*\?=)/)
    .map((piece, index) => (index % 2 === 0 ? decode(piece) : withoutBytes(piece)))
    .join('');
}

const withoutBytes = (word: string): string =>
  word.replaceAll(
    /[\u0080-\u00ff]/g,
    (byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const contentType = /^content-type:/gim;
const charsetParameter = /^[^]{0,400}?charset\s*=\s*"?([\w.:-]+)/i;
/** The beginning of an email that is searched for a charset; bytes. */
const SEARCHED_BYTES = 256 * 1024;

/** The charset that the first part of an email declares, which its raw headers are in as well. */
export function declaredCharset(mail: Buffer): string | undefined {
  const start = mail.toString('latin1', 0, SEARCHED_BYTES);
  for (const { index } of start.matchAll(contentType)) {
    const header = start.slice(index, index + 1_000);
    const end = /\r?\n(?![ \t])/.exec(header)?.index ?? header.length;
    const [, charset] = charsetParameter.exec(header.slice(0, end)) ?? [];
    if (charset !== undefined && findCharset(charset) !== undefined && charset !== 'utf-8')
      return charset;
  }
  return undefined;
}
