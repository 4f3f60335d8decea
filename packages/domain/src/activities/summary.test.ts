import { expect, test } from 'vitest';
import { parseBullets, truncateSummary } from './summary.ts';

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
