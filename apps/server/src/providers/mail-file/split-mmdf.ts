import { MailBytes } from './mail-bytes.ts';

const mark = '\x01\x01\x01\x01';
/** With the line ends of any system. */
const MAX_SEPARATOR = mark.length + 2;
const carriageReturn = 0x0d;

/** Splits an MMDF file, in which a line of four control characters is before and after each email. */
export async function* splitMmdf(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ bytes: Buffer; size: number }> {
  let rest: Buffer = Buffer.alloc(0);
  let mail = new MailBytes();
  for await (const chunk of chunks) {
    const buffer = Buffer.concat([rest, chunk]);
    let taken = 0;
    for (let at = nextSeparator(buffer, 0); at.end > 0; at = nextSeparator(buffer, taken)) {
      mail.push(buffer.subarray(taken, at.begin));
      const whole = mail.end();
      if (whole.size > 0) yield whole;
      mail = new MailBytes();
      taken = at.end;
    }
    const kept = Math.max(taken, buffer.length - MAX_SEPARATOR);
    mail.push(buffer.subarray(taken, kept));
    rest = buffer.subarray(kept);
  }
  mail.push(rest);
  const last = mail.end();
  if (last.size > 0) yield last;
}

/** Where the next separator begins and ends; `end` is 0 if there is none. */
function nextSeparator(buffer: Buffer, from: number): { begin: number; end: number } {
  for (let at = buffer.indexOf(mark, from); at !== -1; at = buffer.indexOf(mark, at + 1)) {
    const end = buffer.indexOf('\n', at + mark.length) + 1;
    const length = end - at;
    const isCrlf = length === MAX_SEPARATOR && buffer[end - 2] === carriageReturn;
    if (length === MAX_SEPARATOR - 1 || isCrlf) return { begin: at, end };
  }
  return { begin: -1, end: 0 };
}
