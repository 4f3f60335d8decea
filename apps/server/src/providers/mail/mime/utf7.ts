/** How a mail names UTF-7, which decoders of today no longer know. */
const label = /(?:charset="?|=\?)(?:unicode-1-1-)?utf-7\b/i;
const shifted = /\+([A-Za-z0-9+/]*)-?/g;

/** Whether a mail holds text in UTF-7, as some programs wrote about the year 2000. */
export const usesUtf7 = (mail: Buffer): boolean =>
  // Nearly no mail does: found without decoding the others.
  (mail.includes('utf-7') || mail.includes('UTF-7')) && label.test(mail.toString('latin1'));

/** UTF-7 (RFC 2152) that was read as ASCII, as text. */
export function decodeUtf7(text: string): string {
  return text.replaceAll(shifted, (_, encoded: string) => {
    if (encoded === '') return '+';
    const bytes = Buffer.from(encoded, 'base64');
    return bytes
      .subarray(0, bytes.length - (bytes.length % 2))
      .swap16()
      .toString('utf16le');
  });
}
