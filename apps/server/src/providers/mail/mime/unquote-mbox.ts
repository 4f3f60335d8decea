const newline = 0x0a;
const quote = 0x3e;
const from = Buffer.from('From ');

/**
 * Removes the `>` that the writer of an mbox file (mboxrd) put before lines that begin with `From `, `>From `,
 * `>>From ` and so on.
 */
export function unquoteMbox(mail: Buffer): Buffer {
  let at = mail.indexOf('\n>');
  if (at === -1) return mail;
  // One buffer for all lines: there may be millions.
  const unquoted = Buffer.allocUnsafe(mail.length);
  let length = 0;
  let taken = 0;
  while (at !== -1) {
    let end = at + 1;
    while (mail[end] === quote) end += 1;
    if (isFrom(mail, end)) {
      length += mail.copy(unquoted, length, taken, at + 1);
      taken = at + 2;
    }
    at = nextQuoted(mail, end);
  }
  length += mail.copy(unquoted, length, taken);
  return unquoted.subarray(0, length);
}

const isFrom = (mail: Buffer, at: number): boolean =>
  from.every((byte, index) => mail[at + index] === byte);

/** The next line break before a `>`. Searches byte by byte only where lines are short. */
function nextQuoted(mail: Buffer, start: number): number {
  const near = Math.min(mail.length, start + 64);
  for (let at = start; at < near; at += 1) {
    if (mail[at] === newline && mail[at + 1] === quote) return at;
  }
  return near === mail.length ? -1 : mail.indexOf('\n>', near);
}
