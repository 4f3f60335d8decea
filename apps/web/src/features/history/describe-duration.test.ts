import { expect, test } from 'vitest';
import { describeDuration } from './describe-duration.ts';

test.each([
  [0, 'about a minute'],
  [89, 'about a minute'],
  [300, 'about 5 minutes'],
  [7_300, 'about 2 hours'],
  [40 * 3_600, 'about 2 days'],
  [36 * 86_400, 'about 36 days'],
])('%i seconds are %s', (seconds, words) => {
  expect(describeDuration(seconds)).toBe(words);
});
