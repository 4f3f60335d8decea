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
  const lines = mail.includes(NEWLINE) ? mail : withNewlines(mail);
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

/** Line ends of old Macs: a carriage return alone. */
function withNewlines(mail: Buffer): Buffer {
  if (!mail.includes(CARRIAGE_RETURN)) return mail;
  return mail.map((byte) => (byte === CARRIAGE_RETURN ? NEWLINE : byte)) as Buffer;
}
