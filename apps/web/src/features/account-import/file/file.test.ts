import { describe, expect, test } from 'vitest';
import { limits } from '@repo/contract/page-limits';
import { nextPart } from '../send-rows.ts';
import { decodeText, detectEncoding, fileProblem, nextTask, SLICE_BYTES } from './decode-text.ts';
import { guessColumns } from './guess-columns.ts';
import { detectFormat, openFile, readFirstRows, readRows } from './read-file.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean) =>
  Uint8Array.from(
    [...text].flatMap((character) => {
      const code = character.charCodeAt(0);
      return isLittle ? [code & 0xff, code >> 8] : [code >> 8, code & 0xff];
    }),
  );
const latin1 = (text: string) => Uint8Array.from([...text].map((one) => one.charCodeAt(0)));
const file = (text: string) => ({
  name: 'companies.csv',
  bytes: utf8(text),
  encoding: 'utf-8' as const,
});

describe('encodings', () => {
  const text = 'Domain;Name\r\nmünchen.de;Müller & Söhne\r\n';

  test.each([
    ['UTF-8', utf8(text), 'utf-8'],
    ['UTF-8 with a mark', utf8(`\ufeff${text}`), 'utf-8'],
    ['UTF-16 with a mark', utf16(`\ufeff${text}`, true), 'utf-16le'],
    ['UTF-16, big endian, with a mark', utf16(`\ufeff${text}`, false), 'utf-16be'],
    ['UTF-16 without a mark', utf16(text, true), 'utf-16le'],
    ['UTF-16, big endian, without a mark', utf16(text, false), 'utf-16be'],
    ['Windows-1252', latin1(text), 'windows-1252'],
  ] as const)('%s is found and read', async (_, bytes, encoding) => {
    expect(await detectEncoding(bytes)).toBe(encoding);
    expect(decodeText(bytes, encoding)).toBe(text);
  });

  test('one broken character does not change the encoding of a whole file', async () => {
    const bytes = utf8(text.repeat(20));
    bytes[bytes.length - 10] = 0xff;
    expect(await detectEncoding(bytes)).toBe('utf-8');
  });

  test('a character that two slices share is one character', async () => {
    const bytes = utf8(`a${'\u4e2d\u{1f600}\u0416'.repeat(SLICE_BYTES / 8)}`);
    expect(bytes.length).toBeGreaterThan(SLICE_BYTES);
    expect(await detectEncoding(bytes)).toBe('utf-8');
  });

  test('what is no UTF-8 is found in the last slice too', async () => {
    const bytes = new Uint8Array(3 * SLICE_BYTES).fill(0x61);
    bytes[bytes.length - 2] = 0xe9;
    expect(await detectEncoding(bytes)).toBe('windows-1252');
  });

  test.each(['\u0416', '\u4e2d', '\u{1f600}'])(
    'a file full of %s is read in short stretches, in time by its size',
    async (character) => {
      const stretches: number[] = [];
      const measured = async (megabytes: number) => {
        const bytes = new Uint8Array(megabytes * 1024 * 1024);
        const one = utf8(character);
        for (let at = 0; at + one.length <= bytes.length; at += one.length) bytes.set(one, at);
        let since = performance.now();
        const start = since;
        const pause = async () => {
          stretches.push(performance.now() - since);
          since = performance.now();
        };
        expect(await detectEncoding(bytes, pause)).toBe('utf-8');
        return performance.now() - start;
      };
      const small = Math.min(await measured(2), await measured(2));
      stretches.length = 0;
      const large = await measured(24);
      // Each stretch is one slice, whatever the size of the file.
      expect(stretches.length).toBe((24 * 1024 * 1024) / SLICE_BYTES - 1);
      const [median = 0] = stretches
        .toSorted((one, other) => one - other)
        .slice(stretches.length / 2);
      expect(median).toBeLessThan(50);
      expect(large).toBeLessThan(12 * 4 * Math.max(small, 5));
    },
  );
});

test.each([
  ['a workbook', [0x50, 0x4b, 3, 4, 20], /Excel workbook/],
  ['an old workbook', [0xd0, 0xcf, 0x11, 0xe0], /Excel workbook/],
  ['a PDF', [0x25, 0x50, 0x44, 0x46, 0x2d], /PDF/],
  ['an empty file', [], /empty/],
  ['a file of blanks', [0x20, 0x0d, 0x0a], /empty/],
  ['an image', [0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 0x41], /not text/],
])('%s is refused', async (_, bytes, problem) => {
  const file = Uint8Array.from(bytes);
  expect(fileProblem(file, await detectEncoding(file))).toMatch(problem);
});

test('a file that is too large is refused before it is read', async () => {
  const large = new File(['x'], 'large.csv');
  Object.defineProperty(large, 'size', { value: limits.importFileBytes + 1 });
  await expect(openFile(large)).rejects.toThrow('large.csv is larger than 50 MB');
});

describe('columns', () => {
  test.each([
    [
      ['Account', 'Domain', 'Owner', 'Owner Email', 'Note'],
      { name: 0, domain: 1, owner: 3, note: 4 },
    ],
    [['Company name', 'Company Domain Name', 'Company owner'], { name: 0, domain: 1, owner: 2 }],
    [['Firma', 'Webseite', 'Bemerkung'], { name: 0, domain: 1, note: 2 }],
    [['E-Mail', 'Name'], { domain: 0, name: 1 }],
  ])('the headings %j name them', (headings, columns) => {
    expect(guessColumns([headings])).toEqual({ columns, hasHeadings: true });
  });

  test('without headings, the column with the most domains is theirs', () => {
    const rows = [
      ['Acme', 'https://acme.com', 'x'],
      ['Globex', 'globex.com', 'a.b'],
    ];
    expect(guessColumns(rows)).toEqual({ columns: { domain: 1 }, hasHeadings: false });
    expect(guessColumns([['Firm', 'Where', 'What'], ...rows])).toEqual({
      columns: { domain: 1 },
      hasHeadings: true,
    });
    expect(guessColumns([['Acme', 'x']])).toEqual({ columns: {}, hasHeadings: false });
    expect(guessColumns([])).toEqual({ columns: {}, hasHeadings: false });
  });
});

test('rows have their line, with the separator that Excel names', async () => {
  const chosen = file(
    'sep=;\r\nDomain;Name;Note\r\nacme.com;"Acme, Inc.";"one\r\ntwo"\r\n\r\nglobex.com\r\n',
  );
  const format = detectFormat(chosen);
  expect(format).toEqual({ encoding: 'utf-8', separator: ';' });
  expect(readFirstRows(chosen, format, 1)).toEqual([
    { line: 2, cells: ['Domain', 'Name', 'Note'] },
  ]);
  const matched = { columns: { domain: 0, name: 1, note: 2 }, hasHeadings: true };
  expect(await readRows(chosen, format, matched)).toEqual([
    { line: 3, domain: 'acme.com', name: 'Acme, Inc.', owner: '', note: 'one\r\ntwo' },
    { line: 6, domain: 'globex.com', name: '', owner: '', note: '' },
  ]);
});

test('of very many columns only the first are offered', () => {
  const chosen = file(`Domain${','.repeat(20_000)}\nacme.com`);
  const [row] = readFirstRows(chosen, detectFormat(chosen), 1);
  expect(row?.cells).toHaveLength(256);
});

test('a file without rows, or with too many, is refused', async () => {
  const matched = { columns: { domain: 0 }, hasHeadings: true };
  const read = (text: string) => readRows(file(text), detectFormat(file(text)), matched);
  await expect(read('Domain\n\n')).rejects.toThrow('The file has no rows to import.');
  expect(await read(`Domain\n${'a.org\n'.repeat(50_000)}`)).toHaveLength(50_000);
  await expect(read(`Domain\n${'a.org\n'.repeat(50_001)}`)).rejects.toThrow(
    'more than 50,000 rows',
  );
});

describe('a large file is read in short stretches', () => {
  /** Some 20 ms on an idle machine. */
  const MAX_STRETCH_MS = 150;
  const matched = { columns: { domain: 0, note: 1 }, hasHeadings: true };
  const megabytes = (row: string, count = 8) =>
    row.repeat(Math.ceil((count * 1024 * 1024) / new TextEncoder().encode(row).length));

  test.each([
    ['Cyrillic rows', megabytes(`a.org,${'\u0416'.repeat(500)}\n`)],
    ['Chinese rows', megabytes(`a.org,${'\u4e2d'.repeat(330)}\n`)],
    ['rows of many columns', megabytes(`a.org${',\u4e2d'.repeat(5_000)}\n`)],
    ['one row', `a.org${megabytes(',\u0416')}`],
    ['one cell', `a.org,${megabytes('\u4e2d')}`],
    ['one quoted cell', `a.org,"${megabytes('""\u0416')}"`],
    ['one quoted cell of lines', `a.org,"${megabytes('\u4e2d\n')}"`],
    ['a quote that nothing closes', `a.org,"${megabytes(`${'\u4e2d'.repeat(300)},\n`, 4)}`],
    ['blank rows', `a.org\n${megabytes('\n', 4)}`],
  ])(
    '%s',
    async (_, content) => {
      const chosen = file(`Domain,Note\n${content}`);
      const format = detectFormat(chosen);
      // Other tests run beside it: the quietest of three runs counts.
      let maxStretchMs = Infinity;
      for (let run = 0; run < 3 && maxStretchMs >= MAX_STRETCH_MS; run += 1) {
        const stretches: number[] = [];
        let since = performance.now();
        const pause = async () => {
          stretches.push(performance.now() - since);
          await nextTask();
          since = performance.now();
        };
        readFirstRows(chosen, format, 50);
        await pause();
        await readRows(chosen, { ...format, separator: ',' }, matched, { pause });
        stretches.push(performance.now() - since);
        expect(stretches.length).toBeGreaterThan(5);
        maxStretchMs = Math.min(maxStretchMs, Math.max(...stretches));
      }
      expect(maxStretchMs).toBeLessThan(MAX_STRETCH_MS);
    },
    60_000,
  );

  test('and no further once the reader has left', async () => {
    const chosen = file(`Domain\n${megabytes('a.org\n', 2)}`);
    const left = new AbortController();
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
      left.abort();
    };
    const reading = readRows(chosen, detectFormat(chosen), matched, {
      signal: left.signal,
      pause,
    });
    await expect(reading).rejects.toThrow('aborted');
    expect(pauses).toBe(1);
  });

  test('the first rows are those of the beginning, without one that is cut', () => {
    const long = `a.org,${'x'.repeat(150 * 1024)}\n`;
    const chosen = file(long.repeat(3));
    expect(readFirstRows(chosen, { encoding: 'utf-8', separator: ',' }, 50)).toHaveLength(1);
  });
});

test('a part is as many rows as one request accepts', () => {
  const row = (note: string) => ({ line: 1, domain: 'a.org', name: '', owner: '', note });
  const short = Array.from({ length: 1_200 }, () => row(''));
  expect(nextPart(short, 0)).toHaveLength(500);
  expect(nextPart(short, 1_000)).toHaveLength(200);
  expect(nextPart(short, 1_200)).toEqual([]);
  const long = Array.from({ length: 1_200 }, () => row('\x01'.repeat(1_001)));
  const part = nextPart(long, 0);
  expect(part.length).toBeGreaterThan(100);
  const bytes = new TextEncoder().encode(JSON.stringify({ rows: part })).length;
  expect(bytes).toBeLessThan(limits.importPartBytes);
});
