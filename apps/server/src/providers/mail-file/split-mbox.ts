import { MailBytes } from './mail-bytes.ts';

const newline = 0x0a;
const carriageReturn = 0x0d;
const separator = '\nFrom ';
/** A longer line is not one that separates emails; bytes. */
const MAX_LINE = 512;
/** The end of a chunk that can belong to a separator that the next one completes; bytes. */
const LOOK_BACK = 8;

const dateAtEnd =
  /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]?\d \d\d?:\d\d(?::\d\d)?(?: [+-]\d{4}| [A-Z]{1,5})? \d{4}(?: [+-]\d{4})?\s*$/;

/** One email of an mbox file. */
export interface MboxMail {
  /** The line that separates it from the one before: `From ann@acme.com Mon Jan  1 10:00:00 2024`. */
  line: string;
  /** As they are in the file; only the first of them when it is too large. */
  bytes: Buffer;
  /** Its size in the file; bytes. */
  size: number;
}

/**
 * Splits an mbox file into emails. Finds separators by searching for bytes, so the time depends on
 * the size of the file alone; of an email larger than `MAX_MAIL_BYTES` only the head is returned.
 *
 * A separator follows an empty line and ends with a date. A line of a text such as 'From now on' does
 * not, although many programs write it unchanged. In a file whose first separator has another form,
 * every `From ` after an empty line is one.
 */
export async function* splitMbox(chunks: AsyncIterable<Buffer>): AsyncGenerator<MboxMail> {
  // As if an empty line came before the file, which its first separator follows.
  let rest: Buffer = Buffer.from('\n\n');
  let mail: { line: string; bytes: MailBytes } | undefined;
  let isStrict = true;
  for await (const chunk of chunks) {
    const buffer = Buffer.concat([rest, chunk]);
    /** Bytes before this are part of an email that is returned or open. */
    let taken = 0;
    let keepFrom = Math.max(0, buffer.length - LOOK_BACK);
    for (let at = buffer.indexOf(separator); at !== -1;) {
      const end = buffer.indexOf(newline, at + separator.length);
      if (end === -1 && buffer.length - at <= MAX_LINE) {
        keepFrom = Math.min(keepFrom, Math.max(0, at - 2));
        break;
      }
      const line = end === -1 || end - at > MAX_LINE ? '' : buffer.toString('latin1', at + 1, end);
      const isSeparator =
        line !== '' &&
        isAfterEmptyLine(buffer, at) &&
        (mail === undefined || !isStrict || dateAtEnd.test(line.slice(-64)));
      if (isSeparator) {
        if (mail === undefined) isStrict = dateAtEnd.test(line.slice(-64));
        else yield endMail(mail, buffer.subarray(taken, at + 1));
        mail = { line: line.trimEnd(), bytes: new MailBytes() };
        taken = end + 1;
      }
      at = buffer.indexOf(separator, isSeparator ? end : at + 1);
    }
    const kept = Math.max(taken, keepFrom);
    mail?.bytes.push(buffer.subarray(taken, kept));
    rest = buffer.subarray(kept);
  }
  if (mail !== undefined) yield endMail(mail, rest);
}

function endMail({ line, bytes }: { line: string; bytes: MailBytes }, last: Buffer): MboxMail {
  bytes.push(last);
  const whole = bytes.end();
  return { line, size: whole.size, bytes: withoutEmptyLine(whole.bytes) };
}

/** Removes the empty line at the end, which belongs to the next separator; its end may be missing. */
function withoutEmptyLine(bytes: Buffer): Buffer {
  const end = bytes.toString('latin1', Math.max(0, bytes.length - 3));
  const [, empty = ''] = /\n(\r\n|\n|\r)$/.exec(end) ?? [];
  return bytes.subarray(0, bytes.length - empty.length);
}

function isAfterEmptyLine(buffer: Buffer, at: number): boolean {
  const before = buffer[at - 1];
  return (
    before === newline || (before === carriageReturn && (at < 2 || buffer[at - 2] === newline))
  );
}
