import { expect, test } from 'vitest';
import { sideBalance } from './side-balance.ts';

test.each([
  [0, 0, undefined],
  [1, 0, 'external'],
  [0, 1, 'internal'],
  [1, 1, 'balanced'],
  [2, 1, 'external'],
  [1, 2, 'internal'],
  [199, 100, 'balanced'],
  [200, 100, 'external'],
])('%i external and %i internal is %s', (external, internal, expected) => {
  expect(sideBalance(external, internal)).toBe(expected);
});
