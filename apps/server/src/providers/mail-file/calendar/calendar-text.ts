import { isUtf8 } from 'node:buffer';
import { guessCharset } from '../../calendar/guess-charset.ts';
import { textIn } from '../../calendar/text-in.ts';

/** The charset of a calendar that is not UTF-8: the one that it names, or a guess by its letters. */
export function charsetOf(bytes: Buffer): string | undefined {
  if (isUtf8(bytes)) return undefined;
  const [, named] =
    /;\s{0,9}charset\s{0,9}=\s{0,9}"?([\w.:-]{1,40})/i.exec(bytes.toString('latin1')) ?? [];
  if (named !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(named)) return named;
  const isBroken = (line: Buffer) => !isUtf8(line);
  return guessCharset(Buffer.concat(linesOf(unfolded(bytes)).filter(isBroken)));
}

/**
 * The text of a part of a calendar. Each of its lines may be in UTF-8 or in the charset of the calendar, and be broken
 * within a character.
 */
export function calendarText(bytes: Buffer, charset: string | undefined): string {
  if (isUtf8(bytes)) return bytes.toString();
  const whole = unfolded(bytes);
  if (isUtf8(whole)) return whole.toString();
  return linesOf(whole)
    .map((line) => textIn(line, charset))
    .join('\n');
}

const unfolded = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(/(?:\r{0,3}\n){1,3}[ \t]/g, ''), 'latin1');

const linesOf = (bytes: Buffer): Buffer[] =>
  bytes
    .toString('latin1')
    .split('\n')
    .map((line) => Buffer.from(line, 'latin1'));
