import { expect, test } from 'vitest';
import { createResultCache } from './create-result-cache.ts';

const counter = () => {
  let count = 0;
  return async () => (count += 1);
};

test('a result is made once for all who want it, until it is too old', async () => {
  const cached = createResultCache<number>({ lifetimeMs: 100, limit: 10 });
  const make = counter();
  expect(await Promise.all([cached('a', make, 0), cached('a', make, 0)])).toEqual([1, 1]);
  expect(await cached('b', make, 50)).toBe(2);
  expect(await cached('a', make, 99)).toBe(1);
  expect(await cached('a', make, 100)).toBe(3);
});

test('a failure is not kept', async () => {
  const cached = createResultCache<number>({ lifetimeMs: 100, limit: 10 });
  await expect(cached('a', () => Promise.reject(new Error('down')), 0)).rejects.toThrow('down');
  expect(await cached('a', async () => 7, 0)).toBe(7);
});

test('the oldest is forgotten beyond the limit', async () => {
  const cached = createResultCache<number>({ lifetimeMs: 100, limit: 2 });
  const make = counter();
  for (const key of ['a', 'b', 'c']) await cached(key, make, 0);
  expect(await cached('c', make, 1)).toBe(3);
  expect(await cached('b', make, 1)).toBe(2);
  expect(await cached('a', make, 1)).toBe(4);
});
