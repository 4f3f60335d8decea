import { MailBytes } from './mail-bytes.ts';
import { isAfterEmptyLine, lineEnd, lineStart, MAX_LINE } from './mbox-lines.ts';
import { isDated, isSeparator, statedSize } from './mbox-separator.ts';

const newline = 0x0a;
const separator = 'From ';
/** The end of a chunk that can belong to a separator that the next one completes; bytes. */
const LOOK_BACK = 40;
/** The beginning of the line after a separator that is looked at; bytes. */
const NEXT_LINE = 101;
/** The headers of an email that are searched for its size; bytes. */
const MAX_HEAD = 16 * 1024;

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
 * What separates them: `mbox-separator.ts`. Where an email states the size of its text and a separator or the end of
 * the file is there, what looks like one in the text is none.
 */
export async function* splitMbox(chunks: AsyncIterable<Buffer>): AsyncGenerator<MboxMail> {
  // As if an empty line came before the file, which its first separator follows.
  let rest: Buffer = Buffer.from('\n\n');
  let mail: { line: string; bytes: MailBytes } | undefined;
  let isStrict = true;
  /** The position in the buffer at which the text of the open email ends as it states it. */
  let statedEnd: number | undefined;
  for await (const { chunk, isLast } of withLast(chunks)) {
    const buffer = Buffer.concat([rest, chunk]);
    /** Bytes before this are part of an email that is returned or open. */
    let taken = 0;
    let keepFrom = isLast ? buffer.length : Math.max(0, buffer.length - LOOK_BACK);
    for (let at = buffer.indexOf(separator); at !== -1;) {
      const start = lineStart(buffer, at);
      if (start === -1) {
        at = buffer.indexOf(separator, at + 1);
        continue;
      }
      const end = lineEnd(buffer, at);
      const isCut = end === -1 ? buffer.length - at <= MAX_LINE : end + MAX_HEAD > buffer.length;
      // The text ends after the bytes in memory.
      const isFar = statedEnd !== undefined && start <= statedEnd && statedEnd + 16 > buffer.length;
      if (!isLast && (isCut || isFar)) {
        keepFrom = Math.min(keepFrom, Math.max(taken, start - 3, 0));
        break;
      }
      const line = end === -1 ? '' : buffer.toString('latin1', at, end);
      const isInText = statedEnd !== undefined && start <= statedEnd && endsAt(buffer, statedEnd);
      const isOne =
        line !== '' &&
        !isInText &&
        (mail === undefined ||
          isSeparator({
            line,
            next: buffer.toString('latin1', end + 1, end + NEXT_LINE),
            isAfterEmptyLine: isAfterEmptyLine(buffer, start),
            isStrict,
            isDamaged: at !== start || buffer[start - 1] !== newline,
          }));
      if (isOne) {
        if (mail === undefined) isStrict = isDated(line);
        else yield endMail(mail, buffer.subarray(taken, start));
        mail = { line: line.trimEnd(), bytes: new MailBytes() };
        taken = end + 1;
        const size = statedSize(buffer.subarray(taken, taken + MAX_HEAD));
        statedEnd = size === undefined ? undefined : taken + size;
      }
      at = buffer.indexOf(separator, isOne ? end : at + 1);
    }
    const kept = Math.max(taken, keepFrom);
    mail?.bytes.push(buffer.subarray(taken, kept));
    rest = buffer.subarray(kept);
    if (statedEnd !== undefined) statedEnd -= kept;
  }
  if (mail !== undefined) yield endMail(mail, rest);
}

/** The chunks and an empty one after them, which decides the lines that waited for more. */
async function* withLast(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  for await (const chunk of chunks) yield { chunk, isLast: false };
  yield { chunk: Buffer.alloc(0), isLast: true };
}

/** Whether a text ends at a position: a separator or the end of the file is there, after empty lines. */
const endsAt = (buffer: Buffer, at: number): boolean =>
  /^(?:\r?\n){0,3}(?:From |$)/.test(buffer.toString('latin1', at, at + 16)) && at <= buffer.length;

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
