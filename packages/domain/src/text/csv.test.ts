import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('rows end in CRLF and numbers stay numbers', () => {
  expect(
    toCsv([
      ['Account', 'Count'],
      ['Acme', -3],
    ]),
  ).toBe('Account,Count\r\nAcme,-3\r\n');
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '＝1',
  '|calc',
  '%0A',
  '\u200b=1',
])('what would be a formula is quoted as text: %j', (formula) => {
  const marked = formula.replace(/(?<=[\t\r])=/, "'=");
  expect(toCsv([[formula]])).toBe(`"'${marked}"\r\n`);
});

test.each(['Ann;=1+1;x', 'Ann; \t"@SUM(A1)', 'Ann\r\n-1'])(
  'nor is a part of it a formula where semicolons, tabs or lines separate cells: %j',
  (text) => {
    const parts = toCsv([['x', text]]).split(/[;\t\r\n]/);
    expect(parts.filter((part) => /^["\s]*[=+\-@]/.test(part))).toEqual([]);
  },
);

test('an ordinary name is left as it is', () => {
  expect(toCsv([['Müller & Söhne – 🙂 a=b']])).toBe('Müller & Söhne – 🙂 a=b\r\n');
});

test('every text can be read back, but for the apostrophe before a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { minLength: 1 }), { minLength: 1 }), (rows) => {
      const read = readCsv(toCsv(rows));
      expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length));
      rows.forEach((row, y) =>
        row.forEach((text, x) => expect(withoutMarks(read[y]?.[x] ?? '')).toBe(withoutMarks(text))),
      );
      expect(read.flat().some((text) => /^[\s]*[=+\-@\t\r]/.test(text))).toBe(false);
    }),
  );
});

const withoutMarks = (text: string) =>
  text.replaceAll(/'+(?=[\s\u200b-\u200f\u2060\ufeff]*[=+\-@\t\r\n＝＋－＠|%])/gu, '');

/** An independent reader, written from RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted && character === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') quoted = !quoted;
    else if (quoted) cell += character;
    else if (character === ',') {
      row.push(cell);
      cell = '';
    } else if (character === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at += 1;
    } else cell += character;
  }
  return rows;
}
