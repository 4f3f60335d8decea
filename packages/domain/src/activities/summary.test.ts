import { expect, test } from 'vitest';
import { joinLines, parseBullets, truncateSummary } from './summary.ts';

test('120 characters stay whole, one more is cut', () => {
  expect(truncateSummary('a'.repeat(120))).toBe('a'.repeat(120));
  expect(truncateSummary('a'.repeat(121))).toBe(`${'a'.repeat(120)}…`);
});

test('characters outside the basic plane are neither halved nor counted twice', () => {
  expect(truncateSummary('🦊'.repeat(120))).toBe('🦊'.repeat(120));
  expect(truncateSummary('🦊'.repeat(121))).toBe(`${'🦊'.repeat(120)}…`);
});

test('lines are joined', () => {
  expect(truncateSummary('  one\n\n two\t three ')).toBe('one two three');
});

test.each([
  ['- We talked about prices\n- They want an offer', 'We talked about prices · They want an offer'],
  ['* one\r\n* two\r* three', 'one · two · three'],
  ['  • one\n\n  • two', 'one · two'],
  ['– one', 'one'],
  ['Key points:\n- one\n- two', 'Key points: one · two'],
  ['We met.\n- one\n- two', 'We met. · one · two'],
  ['- \n-\n- one', 'one'],
])('the points of a list %j begin without a mark', (text, line) => {
  expect(joinLines(text)).toBe(line);
  expect(truncateSummary(text)).toBe(line);
});

test.each(['-5 degrees', '-- Ada', 'a - b', '*bold* text', 'Call at 10 – 11'])(
  '%j is no list',
  (text) => expect(joinLines(text)).toBe(text),
);

test('the mark of a point does not count among the 120 characters', () => {
  expect(truncateSummary(`- ${'a'.repeat(120)}`)).toBe('a'.repeat(120));
});

test('bullets above 60 per cent of the lines, not at it', () => {
  expect(parseBullets('- a\n- b\n- c\nd\ne')).toBeUndefined();
  expect(parseBullets('- a\n- b\n\n\nc')).toEqual(['a', 'b', 'c']);
  expect(parseBullets('- a')).toEqual(['a']);
});

test('prose, dashes without a space and nothing at all are no bullets', () => {
  expect(parseBullets('We met.\nIt went well.')).toBeUndefined();
  expect(parseBullets('-a\n-b')).toBeUndefined();
  expect(parseBullets('')).toBeUndefined();
  expect(parseBullets('\n \n')).toBeUndefined();
});
