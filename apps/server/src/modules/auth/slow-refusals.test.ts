import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSlowRefusals } from './slow-refusals.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const delayMs = 2_000;
const there = '198.51.100.1';

/** For how long a refusal is delayed; milliseconds. */
async function delayOf(refusal: Promise<void>): Promise<number> {
  const begun = Date.now();
  const ended = refusal.then(() => Date.now());
  await vi.advanceTimersByTimeAsync(delayMs);
  return (await ended) - begun;
}

test('a person who mistypes is not delayed', async () => {
  const refusals = createSlowRefusals(delayMs);
  for (let at = 0; at < 10; at += 1) {
    expect(refusals.begin({ email: 'a@example.com', from: there })).toBe(at);
    expect(await delayOf(refusals.refused({ email: 'a@example.com', from: there }))).toBe(0);
  }
});

test('a network that tries often is, whichever email it tries; others are not', async () => {
  const refusals = createSlowRefusals(delayMs);
  for (let at = 0; at < 11; at += 1) refusals.begin({ email: `${at}@example.com`, from: there });
  const refused = (from: string) => refusals.refused({ email: 'a@example.com', from });
  expect(await delayOf(refused(there))).toBe(delayMs);
  expect(await delayOf(refused('203.0.113.7'))).toBe(0);
});

test('an email that is tried often is delayed everywhere', async () => {
  const refusals = createSlowRefusals(delayMs);
  const refused = (at: number) =>
    refusals.refused({ email: 'a@example.com', from: `203.0.113.${at}` });
  for (let at = 0; at < 20; at += 1) expect(await delayOf(refused(at))).toBe(0);
  expect(await delayOf(refused(20))).toBe(delayMs);
});

test('successes do not count, and the window ends', async () => {
  const refusals = createSlowRefusals(delayMs);
  const attempt = { email: 'a@example.com', from: there };
  for (let at = 0; at < 50; at += 1) {
    refusals.begin(attempt);
    refusals.discount(attempt);
  }
  expect(refusals.begin(attempt)).toBe(0);
  for (let at = 0; at < 50; at += 1) refusals.begin(attempt);
  vi.advanceTimersByTime(15 * 60_000);
  expect(refusals.begin(attempt)).toBe(0);
});

test('no more than 2,000 refusals wait', async () => {
  const refusals = createSlowRefusals(delayMs);
  const attempt = { email: 'a@example.com', from: there };
  for (let at = 0; at < 11; at += 1) refusals.begin(attempt);
  const waiting = Array.from({ length: 2_000 }, () => refusals.refused(attempt));
  expect(await delayOf(refusals.refused(attempt))).toBe(0);
  await Promise.all(waiting);
});
