import { expect, test } from 'vitest';
import { createRecentUse } from './recent-use.ts';

const start = (limit = 10) => {
  const clock = { at: 0 };
  const use = createRecentUse({ lifetimeMs: 1_000, limit }, () => clock.at);
  return { clock, use };
};

test('what was used is forgotten as time passes', () => {
  const { clock, use } = start();
  use.add('ann', 600);
  use.add('ann', 400);
  expect([use.of('ann'), use.of('ben')]).toEqual([1_000, 0]);
  clock.at = 1_000;
  expect(use.of('ann')).toBeCloseTo(368, 0);
  clock.at = 20_000;
  expect(use.of('ann')).toBeLessThan(1);
});

test('a constant use comes to its part of the lifetime', () => {
  const { clock, use } = start();
  for (; clock.at < 10_000; clock.at += 10) use.add('ann', 5);
  expect(use.of('ann')).toBeGreaterThan(490);
  expect(use.of('ann')).toBeLessThan(510);
});

test('only those who used something last are remembered', () => {
  const { use } = start(2);
  for (const key of ['ann', 'ben', 'ann', 'cy']) use.add(key, 1);
  expect(['ann', 'ben', 'cy'].map(use.of)).toEqual([2, 0, 1]);
});
