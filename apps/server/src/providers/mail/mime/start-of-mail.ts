const CARRIAGE_RETURN = 0x0d;
const NEWLINE = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;
/** Lines before the headers of an email that programs left there; a longer one is none of them. Bytes. */
const MAX_LINE = 1_000;

/**
 * An email from its first header on, with line ends that every reader knows: without a byte order mark, empty lines,
 * and the line that separates it in an mbox file, also where the mark of a quoted text is before it.
 */
export function fromFirstHeader(mail: Buffer): Buffer {
  const lines = hasMacLineEnds(mail) ? withNewlines(mail) : mail;
  let at = lines[0] === 0xef && lines[1] === 0xbb && lines[2] === 0xbf ? 3 : 0;
  for (;;) {
    const byte = lines[at];
    if (byte === CARRIAGE_RETURN || byte === NEWLINE || byte === SPACE || byte === TAB) at += 1;
    else if (isSeparator(lines, at)) at = lines.indexOf(NEWLINE, at) + 1;
    else return at === 0 ? lines : lines.subarray(at);
  }
}

/** `From ann@acme.com Mon …`; `From:` and, as some programs write it, `From :` are headers. */
function isSeparator(mail: Buffer, at: number): boolean {
  const line = mail.subarray(at, at + MAX_LINE);
  return line.includes(NEWLINE) && /^>?From +[^\s:]/.test(line.toString('latin1', 0, 32));
}

/** The beginning that is searched for line ends; bytes. */
const SEARCHED_BYTES = 8 * 1024;

/**
 * Whether a text has the line ends of old Macs, a carriage return alone: it has no others, or a header
 * follows one before the first newline, which another program added.
 */
export function hasMacLineEnds(text: Buffer): boolean {
  const newline = text.indexOf(NEWLINE);
  if (newline === -1) return text.includes(CARRIAGE_RETURN);
  const start = text.subarray(0, Math.min(newline, SEARCHED_BYTES));
  return start.includes(CARRIAGE_RETURN) && /\r[A-Za-z][\w-]*:/.test(start.toString('latin1'));
}

const withNewlines = (mail: Buffer): Buffer =>
  mail.map((byte, at) =>
    byte === CARRIAGE_RETURN && mail[at + 1] !== NEWLINE ? NEWLINE : byte,
  ) as Buffer;
