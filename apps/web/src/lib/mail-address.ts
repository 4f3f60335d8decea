/**
 * A text as a part of an email link. Names come from emails: a line break in one could begin another
 * header (RFC 6068, section 7), and half a character cannot be encoded.
 */
export const mailText = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cc}+/gu, ' ').toWellFormed());

/** An email address as a link opens it: `@` stays as it is (RFC 6068). */
export const mailAddress = (address: string): string =>
  `mailto:${address.split('@').map(mailText).join('@')}`;
