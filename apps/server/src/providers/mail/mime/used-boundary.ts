/** The beginning of a part that is searched for a boundary; bytes. */
const SEARCHED_BYTES = 64 * 1024;
/** The characters that a Content-Type can name unescaped. */
const PLAIN = /^[\w'+,./:=?-]+$/;
const OWN = '=_boundary';

/**
 * Reads a multipart with a missing or wrong boundary: returns the same part as an email that declares the
 * boundary in use. Undefined if none is in use.
 *
 * @param subtype of `multipart/…`.
 */
export function withUsedBoundary(content: Buffer, subtype: string): Buffer | undefined {
  const used = usedBoundary(content);
  if (used === undefined) return undefined;
  const isPlain = PLAIN.test(used);
  const body = isPlain ? content : replaceBoundary(content, used);
  const type = `Content-Type: multipart/${subtype}; boundary="${isPlain ? used : OWN}"`;
  return Buffer.concat([Buffer.from(`${type}\n\n`), body]);
}

/**
 * The first line that begins like a boundary and does not end the parts, with a header or an empty line after it. In
 * latin1.
 */
function usedBoundary(content: Buffer): string | undefined {
  const start = content.toString('latin1', 0, SEARCHED_BYTES);
  return /^--([^\s"][^\r\n"]{0,199}?)(?<!--)[ \t]*\r?\n(?=[\w-]+:|\r?\n)/m.exec(start)?.[1];
}

/** A header cannot name bytes of another charset, or characters that it would have to escape. */
const replaceBoundary = (content: Buffer, used: string): Buffer =>
  Buffer.from(
    `\n${content.toString('latin1')}`.replaceAll(`\n--${used}`, `\n--${OWN}`).slice(1),
    'latin1',
  );
