import { isAscii } from 'node:buffer';

const [TAB, CARRIAGE_RETURN, SPACE] = [0x09, 0x0d, 0x20];

/** A text without white space, in UTF-8. */
export function withoutSpace(text: string): Buffer {
  const bytes = Buffer.from(text);
  // Of the others, some characters of several bytes are white space as well.
  if (!isAscii(bytes)) return Buffer.from(text.replaceAll(/\s+/g, ''));
  let to = 0;
  for (const byte of bytes) {
    if (byte === SPACE || (byte >= TAB && byte <= CARRIAGE_RETURN)) continue;
    bytes[to] = byte;
    to += 1;
  }
  return bytes.subarray(0, to);
}
