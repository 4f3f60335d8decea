import { expect, test } from 'vitest';
import { bubblePaths, DAY_WIDTH } from './bubble-path.ts';

test('external is above the centre line and internal below, each at its day', () => {
  expect(bubblePaths([0, 3], [3, 0])).toEqual([
    { side: 'external', level: 3, d: 'M30 9.5h0' },
    { side: 'internal', level: 3, d: 'M10 25.5h0' },
  ]);
});

test('days of one strength are one path', () => {
  expect(bubblePaths([9, 1, 9, 5], [0, 0, 0, 0])).toEqual([
    { side: 'external', level: 1, d: 'M30 9.5h0' },
    { side: 'external', level: 2, d: 'M70 9.5h0' },
    { side: 'external', level: 3, d: 'M10 9.5h0M50 9.5h0' },
  ]);
});

test('nothing is drawn where nothing happened', () => {
  expect(bubblePaths([0, 0, 0], [0, 0, 0])).toEqual([]);
});

test('21 days fill the column of the specification', () => {
  expect(21 * DAY_WIDTH).toBe(420);
});

test('series of unequal length throw', () => {
  expect(() => bubblePaths([1], [1, 2])).toThrow(/length/);
});
