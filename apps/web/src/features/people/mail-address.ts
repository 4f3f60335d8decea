/** An email address as a link opens it: `@` stays as it is (RFC 6068). */
export const mailAddress = (address: string): string =>
  `mailto:${address.split('@').map(encodeURIComponent).join('@')}`;
