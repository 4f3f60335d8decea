import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv, withoutFormulaMark } from './csv.ts';
import { type CsvOptions, detectSeparator, readCsv, readCsvInSteps } from './read-csv.ts';

const read = (text: string, options: Partial<CsvOptions> = {}) => [
  ...readCsv(text, { separator: ',', ...options }),
];
const cells = (text: string, options: Partial<CsvOptions> = {}) =>
  read(text, options).map((row) => row.cells);

test.each([
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"a,b","c ""d"""', [['a,b', 'c "d"']]],
  ['"a\nb",c', [['a\nb', 'c']]],
  [
    'a,,\n,b,',
    [
      ['a', '', ''],
      ['', 'b', ''],
    ],
  ],
  ['a"b,c', [['a"b', 'c']]],
  ['"a"b,c', [['ab', 'c']]],
  ['""', []],
  ['\n\n , \na\n\n', [['a']]],
  ['', []],
])('reads %j', (text, expected) => {
  expect(cells(text)).toEqual(expected);
});

test('a row has the line that it begins in', () => {
  const text = 'name,note\r\nAcme,"one\r\ntwo\nthree"\r\n\r\nGlobex,x\rInitech,y';
  expect(read(text).map(({ line, cells: [name] }) => [line, name])).toEqual([
    [1, 'name'],
    [2, 'Acme'],
    [6, 'Globex'],
    [7, 'Initech'],
  ]);
});

test('a quote that is never closed takes no other rows with it', () => {
  expect(read('a,"b\nc,d\n"e,f')).toEqual([{ line: 1, cells: ['a', 'b\nc,d\ne', 'f'] }]);
  expect(read('a,"b\nc,d')).toEqual([
    { line: 1, cells: ['a', '"b'] },
    { line: 2, cells: ['c', 'd'] },
  ]);
});

test('a long cell is truncated, quoted or not, and the ones after it are read', () => {
  const long = 'x'.repeat(1024 * 1024);
  for (const cell of [long, `"${long}"`, `"${long}""${long}"`]) {
    expect(cells(`${cell},b\nc,d`, { maxCellLength: 10 })).toEqual([
      ['xxxxxxxxxx', 'b'],
      ['c', 'd'],
    ]);
  }
});

test('reads back what is written', () => {
  const row = fc.array(fc.string(), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const written = rows.filter((one) => one.some((cell) => cell.trim() !== ''));
      const marked = cells(toCsv(written));
      expect(marked.map((one) => one.length)).toEqual(written.map((one) => one.length));
      const plain = written.map((one) => one.filter((cell) => /^[\w ]*$/.test(cell)));
      expect(marked.map((one) => one.filter((cell) => /^[\w ]*$/.test(cell)))).toEqual(plain);
    }),
  );
});

test('a name that was marked as no formula is read back as it was', () => {
  for (const name of ['=1+1', '+49', '@home', "'tis", 'Acme', "''=1"]) {
    expect(cells(toCsv([[name]])).map(([cell = '']) => withoutFormulaMark(cell))).toEqual([name]);
  }
});

test.each([
  ['name,domain\nAcme,acme.com\n', ','],
  ['name;domain\n"Acme, Inc.";acme.com\n', ';'],
  ['name\tdomain\nAcme, Inc.\tacme.com', '\t'],
  ['name|domain|note\nAcme|acme.com|a,b', '|'],
  ['Domain\nacme.com\n', ','],
  ['', ','],
  ['name;note\nAcme;"one,two,three\nfour,five"\nGlobex;"a,b"', ';'],
])('finds the separator of %j', (text, separator) => {
  expect(detectSeparator(text)).toBe(separator);
});

test.each([
  ['a row of many cells', ',\u0416'.repeat(1_000_000)],
  ['a cell', 'x'.repeat(2_000_000)],
  ['a quoted cell', `"${'""'.repeat(1_000_000)}"`],
  ['a quoted cell of lines', `"${'\n'.repeat(2_000_000)}"`],
  ['blank rows', '\n'.repeat(2_000_000)],
])('gives way in %s, and reads the same', (_, text) => {
  const steps = [...readCsvInSteps(text, { separator: ',', maxCellLength: 10 })];
  expect(steps.filter((row) => row === undefined).length).toBeGreaterThanOrEqual(8);
  expect(steps.filter((row) => row !== undefined)).toEqual(read(text, { maxCellLength: 10 }));
});

test('a long cell is whole, with and without quotes', () => {
  const long = 'x'.repeat(250_001);
  expect(cells(`${long},"${long}""\n${long}",b\n${long}`)).toEqual([
    [long, `${long}"\n${long}`, 'b'],
    [long],
  ]);
  expect(cells(`"${'""'.repeat(250_001)}",b`)).toEqual([['"'.repeat(250_001), 'b']]);
  expect(read(`"${'\n'.repeat(250_000)}a"\nb`).map(({ line }) => line)).toEqual([1, 250_002]);
});
