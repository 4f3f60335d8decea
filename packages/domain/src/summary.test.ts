import { expect, test } from 'vitest';
import { bulletsOf, cutSummary } from './summary.ts';

test('120 characters stay whole, one more is cut', () => {
  expect(cutSummary('a'.repeat(120))).toBe('a'.repeat(120));
  expect(cutSummary('a'.repeat(121))).toBe(`${'a'.repeat(120)}…`);
});

test('characters outside the basic plane are neither halved nor counted twice', () => {
  expect(cutSummary('🦊'.repeat(120))).toBe('🦊'.repeat(120));
  expect(cutSummary('🦊'.repeat(121))).toBe(`${'🦊'.repeat(120)}…`);
});

test('lines are joined', () => {
  expect(cutSummary('  one\n\n two\t three ')).toBe('one two three');
});

test('bullets above 60 per cent of the lines, not at it', () => {
  expect(bulletsOf('- a\n- b\n- c\nd\ne')).toBeUndefined();
  expect(bulletsOf('- a\n- b\n\n\nc')).toEqual(['a', 'b', 'c']);
  expect(bulletsOf('- a')).toEqual(['a']);
});

test('prose, dashes without a space and nothing at all are no bullets', () => {
  expect(bulletsOf('We met.\nIt went well.')).toBeUndefined();
  expect(bulletsOf('-a\n-b')).toBeUndefined();
  expect(bulletsOf('')).toBeUndefined();
  expect(bulletsOf('\n \n')).toBeUndefined();
});
