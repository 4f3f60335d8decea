import { MailBytes } from './mail-bytes.ts';

const separator = '\x01\x01\x01\x01\n';

/** Splits an MMDF file, in which a line of four control characters is before and after each email. */
export async function* splitMmdf(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ bytes: Buffer; size: number }> {
  let rest: Buffer = Buffer.alloc(0);
  let mail = new MailBytes();
  for await (const chunk of chunks) {
    const buffer = Buffer.concat([rest, chunk]);
    let taken = 0;
    for (let at = buffer.indexOf(separator); at !== -1; at = buffer.indexOf(separator, taken)) {
      mail.push(buffer.subarray(taken, at));
      const whole = mail.end();
      if (whole.size > 0) yield whole;
      mail = new MailBytes();
      taken = at + separator.length;
    }
    const kept = Math.max(taken, buffer.length - separator.length);
    mail.push(buffer.subarray(taken, kept));
    rest = buffer.subarray(kept);
  }
  mail.push(rest);
  const last = mail.end();
  if (last.size > 0) yield last;
}
