import { expect, test } from 'vitest';
import { hexId, uuidOf } from './ids.ts';

test('ids that are stored stay the same', () => {
  expect(hexId('message\n<1@example>')).toBe('2bbcbfd287c5fa93de02355c9dbf9065');
  expect(uuidOf('message\n<1@example>')).toBe('2bbcbfd2-87c5-fa93-de02-355c9dbf9065');
});
