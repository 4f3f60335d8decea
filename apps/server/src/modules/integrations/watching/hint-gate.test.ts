import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHintGate } from './hint-gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Passes on hints that come every so many milliseconds; returns when each was passed on, in seconds. */
function passedOn(everyMs: number, count: number): number[] {
  const begun = Date.now();
  const times: number[] = [];
  const gate = createHintGate(() => times.push((Date.now() - begun) / 1_000));
  for (let hints = 0; hints < count; hints += 1) {
    gate.hint();
    vi.advanceTimersByTime(everyMs);
  }
  vi.advanceTimersByTime(60_000);
  gate.close();
  return times;
}

it('passes on each hint that comes alone', () => {
  expect(passedOn(3_000, 4)).toEqual([0, 3, 6, 9]);
});

it('passes on the first of a flood at once, and then one every two seconds', () => {
  expect(passedOn(10, 500)).toEqual([0, 2, 4, 6]);
});

it('passes on one every 15 seconds of a flood that does not end', () => {
  const times = passedOn(100, 36_000);
  expect(times.slice(98, 103)).toEqual([196, 198, 200, 215, 230]);
  expect(times.length).toBeLessThan(330);
});
