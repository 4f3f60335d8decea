/** The encodings that spreadsheets save text in, by the names of the Encoding Standard. */
export const encodings = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big endian)',
  'windows-1252': 'Western (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese (GB 18030)',
  'euc-kr': 'Korean (EUC-KR)',
} as const;
export type Encoding = keyof typeof encodings;

const DETECTED_BYTES = 64 * 1024;

/** The encoding of a file: by its mark, by its zeros, or UTF-8 unless too much of it is none. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, DETECTED_BYTES);
  const zeros = [0, 0];
  for (const [index, byte] of beginning.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  // Half of the bytes of Latin text in UTF-16 are zeros, all of them on one side.
  if (odd > beginning.length / 8 && even === 0) return 'utf-16le';
  if (even > beginning.length / 8 && odd === 0) return 'utf-16be';
  const text = decodeText(bytes, 'utf-8');
  const wrong = text.match(/\ufffd/gu)?.length ?? 0;
  const right = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return wrong > right / 10 ? 'windows-1252' : 'utf-8';
}

/** The text of a file, without the mark at its start. What is not text in the encoding becomes U+FFFD. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes);

const STARTS: readonly [start: readonly number[], problem: string][] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    'This is an Excel workbook or another archive. In Excel, save it as “CSV UTF-8” and choose that file.',
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an Excel workbook. Save it as CSV and choose that file.'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Choose a CSV file.'],
];

/** Why a file cannot be CSV; undefined if it can. */
export function fileProblem(bytes: Uint8Array): string | undefined {
  const known = STARTS.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  if (known !== undefined) return known[1];
  const text = decodeText(bytes.subarray(0, DETECTED_BYTES), detectEncoding(bytes));
  if (text.trim() === '') return 'The file is empty.';
  return text.includes('\0') ? 'This file is not text. Choose a CSV file.' : undefined;
}
