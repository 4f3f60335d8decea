import { headLength } from '../mail/head-length.ts';

const dateAtEnd =
  /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]?\d \d\d?:\d\d(?::\d\d)?(?: [+-]\d{4}| [A-Z]{1,5})? \d{4}(?: [+-]\d{4})?\s*$/;
/** `From ann@acme.com` and nothing else: some programs write no date. */
const senderAlone = /^From (?:\S+@\S+|MAILER-DAEMON|-)\s*$/i;
/** A sender and a time in a form that the first separator of the file does not have, as where files were joined. */
const senderAndTime =
  /^From (?:\S+@\S+|MAILER-DAEMON|-) (?=.{0,80}\b(?:19|20)\d\d\b).{0,80}\b\d{1,2}:\d{2}\b.{0,40}$/i;
/** Where the email came from, after the date. */
const remote = / remote from \S{1,200}\s*$/;
const header = /^[!-9;-~]{1,100}:/;

/** The facts about a line that may separate emails in an mbox file. */
interface Candidate {
  /** From `From ` on. */
  line: string;
  /** The beginning of the line after it. */
  next: string;
  isAfterEmptyLine: boolean;
  /** Whether the first separator of the file ends with a date. */
  isStrict: boolean;
  /** Whether leftovers are before it on its line, or the line before ends with a carriage return alone. */
  isDamaged: boolean;
}

/** Whether a line ends with the date of a separator. */
export const isDated = (line: string): boolean =>
  dateAtEnd.test(line.replace(remote, '').slice(-64));

/**
 * Whether a line separates emails. After an empty line a separator ends with a date; a line of a text such as
 * 'From now on' does not, although many programs write it unchanged. Without the empty line, or with a sender
 * and no date or one in another form, a header has to follow. In a file with another form of first separator,
 * every `From ` after an empty line and before a header is one. A damaged line is none without a header after it.
 */
export function isSeparator({
  line,
  next,
  isAfterEmptyLine,
  isStrict,
  isDamaged,
}: Candidate): boolean {
  if (isDamaged && !header.test(next)) return false;
  if (isDated(line)) return isAfterEmptyLine || header.test(next);
  if (!isAfterEmptyLine || !header.test(next)) return false;
  return !isStrict || senderAlone.test(line) || senderAndTime.test(line.trimEnd());
}

/** Longer texts are not jumped over; bytes. */
const MAX_JUMP = 1024 * 1024;

/**
 * The size that an email states for its text (`Content-Length`), from its headers to the end of the text.
 *
 * @param start the beginning of the email.
 * @returns undefined if it states none, or one that does not matter.
 */
export function statedSize(start: Buffer): number | undefined {
  // Few emails do.
  const isStated = start.subarray(0, headLength(start)).includes('ength:');
  return isStated ? sizeIn(start.toString('latin1')) : undefined;
}

function sizeIn(start: string): number | undefined {
  const [gap] = /\r?\n\r?\n/.exec(start) ?? [];
  const headSize = gap === undefined ? -1 : start.indexOf(gap) + gap.length;
  if (headSize === -1) return undefined;
  const [, length] =
    /^content-length:[ \t]*(\d{1,7})[ \t]*\r?$/im.exec(start.slice(0, headSize)) ?? [];
  const size = Number(length);
  return length === undefined || size > MAX_JUMP ? undefined : headSize + size;
}
