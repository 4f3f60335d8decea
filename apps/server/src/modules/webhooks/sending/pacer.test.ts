import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacer } from './pacer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { signal } = new AbortController();

test('of many requests at once, so many begin in a second, and one that comes alone at once', async () => {
  const pacer = createPacer(50);
  let begun = 0;
  const wait = () => void pacer.wait(signal).then(() => (begun += 1));
  for (let count = 0; count < 200; count += 1) wait();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toBe(51);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun).toBe(200);
  wait();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toBe(201);
});

test('a place that is given back goes to the next one', async () => {
  const pacer = createPacer(1);
  await pacer.wait(signal);
  pacer.giveBack();
  expect(await pacer.wait(signal)).toBeUndefined();
});

test('no one waits while the process stops', async () => {
  const pacer = createPacer(1);
  await pacer.wait(signal);
  expect(await pacer.wait(AbortSignal.abort())).toBeUndefined();
});
