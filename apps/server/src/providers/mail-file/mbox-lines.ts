const NUL = 0x00;
const TAB = 0x09;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
/** The bytes of a byte order mark in UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];
/** Bytes before a separator on its line that programs left there, and that are no text. */
const LEFTOVERS: ReadonlySet<number> = new Set([NUL, TAB, SPACE, ...MARK]);
const MAX_LEFTOVERS = 16;
/** A longer line is not one that separates emails; bytes. */
export const MAX_LINE = 512;

/**
 * The start of the line on which a word is, if nothing but leftovers comes before it: where files were joined, a byte
 * order mark or NUL bytes. -1 if a text does.
 */
export function lineStart(buffer: Buffer, word: number): number {
  for (let start = word; start > 0 && word - start <= MAX_LEFTOVERS; start -= 1) {
    const before = buffer[start - 1] ?? NUL;
    if (before === NEWLINE || before === CARRIAGE_RETURN) return start;
    if (!LEFTOVERS.has(before)) return -1;
  }
  return -1;
}

/** The last byte of a line, also where a carriage return alone ends it; -1 where it is too long, or cut. */
export function lineEnd(buffer: Buffer, start: number): number {
  for (let at = start; at < buffer.length && at - start <= MAX_LINE; at += 1) {
    if (buffer[at] === NEWLINE) return at;
    const next = buffer[at + 1];
    if (buffer[at] === CARRIAGE_RETURN && next !== NEWLINE && next !== CARRIAGE_RETURN) return at;
  }
  return -1;
}

/** Whether the line before one is empty. */
export function isAfterEmptyLine(buffer: Buffer, start: number): boolean {
  const before = buffer[start - 2];
  if (buffer[start - 1] === CARRIAGE_RETURN) {
    return before === CARRIAGE_RETURN || before === NEWLINE;
  }
  return (
    before === NEWLINE ||
    (before === CARRIAGE_RETURN && (start < 3 || buffer[start - 3] === NEWLINE))
  );
}
