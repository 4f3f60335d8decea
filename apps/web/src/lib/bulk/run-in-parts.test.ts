import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { failuresByReason, runInParts } from './run-in-parts.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const options = (changes = {}) => ({
  partSize: 3,
  parallel: 2,
  isFinal: () => false,
  signal: new AbortController().signal,
  onProgress: () => {},
  ...changes,
});

test('all items are done in parts, at most so many at the same time', async () => {
  let running = 0;
  let peak = 0;
  const sizes: number[] = [];
  const progress: number[] = [];
  const outcome = await runInParts(numbers(10), {
    ...options({ onProgress: (count: number) => progress.push(count) }),
    act: async (part) => {
      running += 1;
      peak = Math.max(peak, running);
      sizes.push(part.length);
      await Promise.resolve();
      running -= 1;
      return { done: part, failed: [] };
    },
  });
  expect(outcome).toEqual({ done: numbers(10), failed: [], left: 0 });
  expect(sizes.toSorted()).toEqual([1, 3, 3, 3]);
  expect(peak).toBe(2);
  expect(progress.at(-1)).toBe(10);
});

test('a part that fails leaves the others alone', async () => {
  const outcome = await runInParts(numbers(6), {
    ...options(),
    act: async (part) => {
      if (part.includes(0)) throw new ApiError('Server Error', { message: 'Not now' });
      return { done: [3, 5], failed: [{ item: 4, reason: 'gone' }] };
    },
  });
  expect(outcome.done).toEqual([3, 5]);
  expect(outcome.failed).toHaveLength(4);
  expect(failuresByReason(outcome.failed, String, 2)).toEqual([
    { reason: 'Not now', names: ['0', '1'], others: 1 },
    { reason: 'gone', names: ['4'], others: 0 },
  ]);
});

test('nothing more is sent once a limit is reached', async () => {
  let sent = 0;
  const outcome = await runInParts(numbers(30), {
    ...options({ parallel: 1, isFinal: () => true }),
    act: async (part) => {
      sent += 1;
      if (sent === 2) throw new ApiError('Server Error', { message: 'Full' });
      return { done: part, failed: [] };
    },
  });
  expect(sent).toBe(2);
  expect(outcome.done).toHaveLength(3);
  expect(outcome.failed).toHaveLength(27);
  expect(outcome.left).toBe(0);
});

test('a run that is stopped ends after the parts under way', async () => {
  const stop = new AbortController();
  const outcome = await runInParts(numbers(30), {
    ...options({ signal: stop.signal }),
    act: async (part) => {
      stop.abort();
      return { done: part, failed: [] };
    },
  });
  expect(outcome.done.length).toBeLessThanOrEqual(6);
  expect(outcome.done.length + outcome.left).toBe(30);
});
