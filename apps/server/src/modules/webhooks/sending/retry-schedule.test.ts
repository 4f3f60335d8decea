import { expect, test } from 'vitest';
import { delayAfter, pauseAfter } from './retry-schedule.ts';

const all = (random: () => number) =>
  Array.from({ length: 10 }, (_, at) => delayAfter(at + 1, 0, random));

test('attempts follow the schedule of Standard Webhooks, and end', () => {
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * 3_600);
  expect(all(() => 0)).toEqual([5, 300, 1_800, ...hours, undefined]);
  for (const [index, delay] of all(() => 0.999).entries()) {
    const least = all(() => 0)[index];
    if (delay === undefined || least === undefined) continue;
    expect(delay / least).toBeGreaterThan(1);
    expect(delay / least).toBeLessThan(1.11);
  }
});

test('a receiver can want more time, a day at most', () => {
  expect(delayAfter(1, 900)).toBe(900);
  expect(delayAfter(1, 10_000_000)).toBe(86_400);
  expect(delayAfter(10, 900)).toBeUndefined();
  expect(pauseAfter(1, 900)).toBe(900);
});

test('a receiver is left alone for longer the more often it failed, five minutes at most', () => {
  expect([1, 2, 3, 4, 5, 500].map((failures) => pauseAfter(failures))).toEqual([
    0, 5, 30, 60, 300, 300,
  ]);
});
