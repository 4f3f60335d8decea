/** The names of UTF-7, which current decoders no longer support. */
const label = /(?:charset="?|=\?)(?:unicode-1-1-)?utf-7\b/i;
const shifted = /\+([A-Za-z0-9+/]*)-?/g;

/** Whether an email contains text in UTF-7, which some programs wrote around the year 2000. */
export const usesUtf7 = (mail: Buffer): boolean =>
  // Nearly no email does, so the others must not be decoded to find out.
  (mail.includes('utf-7') || mail.includes('UTF-7')) && label.test(mail.toString('latin1'));

/** Decodes UTF-7 (RFC 2152) that was read as ASCII. */
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
