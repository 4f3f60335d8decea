/** A header of a text, with the lines that it goes on over. */
const textHeader = /^(content-type:[ \t]*text\/[\w.+-]+)((?:.*(?:\r?\n[ \t].*)*))/gim;
const otherCharset = /charset\s*=\s*"?(?!utf-?8\b)[\w-]/i;

/** What is no character of UTF-8, in a text that was read as such. */
const lost = '\u{fffd}';
/** Such a character as windows-1252 shows it, where an earlier program had lost it already. */
const lostBefore = 'ï¿½';

/**
 * Whether a text that was read as UTF-8 cannot be that, whatever its mail declares: of all that is
 * not ASCII nothing could be read. A text that was merely cut or damaged holds characters that
 * could.
 */
export const isForeign = (text = ''): boolean =>
  text.includes(lost) && !/[\u0080-\ufffc\ufffe\uffff]/.test(text);

/**
 * The mail with windows-1252 declared for the texts that declare UTF-8 or nothing: what old
 * programs wrote as just "text", and what web standards take ASCII for.
 */
export function inWindows1252(mail: Buffer): Buffer {
  const text = mail.toString('latin1');
  const charset = 'charset=windows-1252';
  if (!/^content-type:/im.test(text)) {
    return Buffer.from(`Content-Type: text/plain; ${charset}\r\n${text}`, 'latin1');
  }
  // Of a parameter that stands twice, the first one counts.
  const declared = text.replaceAll(textHeader, (header, type: string, rest: string) =>
    otherCharset.test(rest) ? header : `${type}; ${charset}${rest}`,
  );
  return Buffer.from(declared, 'latin1');
}

/** Of two readings of a text the one to show. */
export const readableOf = (asDeclared: string, asWindows1252: string | undefined): string =>
  isForeign(asDeclared) && asWindows1252 !== undefined && !asWindows1252.includes(lostBefore)
    ? asWindows1252
    : asDeclared;
