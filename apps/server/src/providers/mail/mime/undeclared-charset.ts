/** A header of a text part, with its folded lines. */
const textHeader = /^(content-type:[ \t]*text\/[\w.+-]+)((?:.*(?:\r?\n[ \t].*)*))/gim;
const otherCharset = /charset\s*=\s*"?(?!utf-?8\b)[\w-]/i;

/** Replacement characters in a text that was decoded as UTF-8. */
const lost = '\u{fffd}';
/**
 * The UTF-8 replacement character decoded as windows-1252, from an earlier program that lost the
 * character.
 */
const lostBefore = 'ï¿½';

/**
 * Whether a text that was decoded as UTF-8 is in another charset, whatever its email declares: none
 * of its non-ASCII bytes could be decoded. A text that was merely truncated or damaged contains
 * characters that could.
 */
export const isForeign = (text = ''): boolean =>
  text.includes(lost) && !/[\u0080-\ufffc\ufffe\uffff]/.test(text);

/**
 * Declares windows-1252 for the texts that declare UTF-8 or nothing: it is what old programs sent
 * as just "text", and what web standards treat ASCII as.
 */
export function inWindows1252(mail: Buffer): Buffer {
  const text = mail.toString('latin1');
  const charset = 'charset=windows-1252';
  if (!/^content-type:/im.test(text)) {
    return Buffer.from(`Content-Type: text/plain; ${charset}\r\n${text}`, 'latin1');
  }
  // If a parameter occurs twice, the first one counts.
  const declared = text.replaceAll(textHeader, (header, type: string, rest: string) =>
    otherCharset.test(rest) ? header : `${type}; ${charset}${rest}`,
  );
  return Buffer.from(declared, 'latin1');
}

/** Chooses one of two decodings of a text. */
export const readableOf = (asDeclared: string, asWindows1252: string | undefined): string =>
  isForeign(asDeclared) && asWindows1252 !== undefined && !asWindows1252.includes(lostBefore)
    ? asWindows1252
    : asDeclared;
