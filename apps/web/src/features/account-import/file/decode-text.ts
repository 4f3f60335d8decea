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

/** Bytes that are looked at in one stretch: a few milliseconds of work. */
export const SLICE_BYTES = 512 * 1024;

export const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/**
 * The encoding of a file: by its mark, by its zeros, or UTF-8 unless too much of it is invalid. Reads the
 * whole file in slices, so that the page stays responsive.
 *
 * @param pause waits between two slices
 */
export async function detectEncoding(bytes: Uint8Array, pause = nextTask): Promise<Encoding> {
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
  const decoder = new TextDecoder('utf-8');
  const counts = { wrong: 0, right: 0 };
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await pause();
    const end = at + SLICE_BYTES;
    countCharacters(
      decoder.decode(bytes.subarray(at, end), { stream: end < bytes.length }),
      counts,
    );
  }
  return counts.wrong > counts.right / 10 ? 'windows-1252' : 'utf-8';
}

/**
 * Adds the parts that are not UTF-8, and the ASCII and other characters. Not as a list: a file can have 25
 * million.
 */
function countCharacters(text: string, counts: { wrong: number; right: number }): void {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    const isSecondHalf = code >= 0xdc00 && code <= 0xdfff;
    if (code === 0xfffd) counts.wrong += 1;
    else if (!isSecondHalf) counts.right += 1;
  }
}

/**
 * The text of a file, without the mark at its start. Bytes that are no text in the encoding become U+FFFD.
 */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes);

/** Decodes in slices, so that the page stays responsive. */
export async function decodeInSlices(
  bytes: Uint8Array,
  encoding: Encoding,
  pause: () => Promise<void>,
): Promise<string> {
  const decoder = new TextDecoder(encoding);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await pause();
    const end = at + SLICE_BYTES;
    parts.push(decoder.decode(bytes.subarray(at, end), { stream: end < bytes.length }));
  }
  return parts.join('');
}

const STARTS: readonly [start: readonly number[], problem: string][] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    'This is an Excel workbook or another archive. In Excel, save it as “CSV UTF-8” and choose that file.',
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an Excel workbook. Save it as CSV and choose that file.'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Choose a CSV file.'],
];

/** Why a file cannot be CSV; undefined if it can. */
export function fileProblem(bytes: Uint8Array, encoding: Encoding): string | undefined {
  const known = STARTS.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  if (known !== undefined) return known[1];
  const text = decodeText(bytes.subarray(0, DETECTED_BYTES), encoding);
  if (text.trim() === '') return 'The file is empty.';
  return text.includes('\0') ? 'This file is not text. Choose a CSV file.' : undefined;
}
