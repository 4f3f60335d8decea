import { expect, test } from 'vitest';
import { createRecentCounts } from './recent-counts.ts';

test('counts up and down for each key until its window ends', () => {
  let now = 0;
  const counts = createRecentCounts({ windowMs: 100, maxKeys: 10, now: () => now });
  expect([counts.add('a'), counts.add('a'), counts.add('b')]).toEqual([1, 2, 1]);
  expect(counts.add('a', -1)).toBe(1);
  expect(counts.add('unknown', -1)).toBe(0);
  now = 99;
  expect(counts.add('a')).toBe(2);
  now = 100;
  expect(counts.get('a')).toBe(0);
  expect(counts.add('a')).toBe(1);
});

test('forgets the oldest key when there are too many', () => {
  const counts = createRecentCounts({ windowMs: 100, maxKeys: 2, now: () => 0 });
  for (const key of ['a', 'b', 'c']) counts.add(key);
  expect(['a', 'b', 'c'].map((key) => counts.get(key))).toEqual([0, 1, 1]);
});
