import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScrollSpeed } from './scroll-speed.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Scrolls so many frames of 16 ms by so many pixels each. */
function scroll(pace: ReturnType<typeof createScrollSpeed>, frames: number, pixels: number) {
  for (let frame = 0; frame < frames; frame += 1) {
    vi.advanceTimersByTime(16);
    pace.note(frame * pixels, 1_000 + frame * 16);
  }
}

test('reading pace is not fast', () => {
  const pace = createScrollSpeed();
  scroll(pace, 30, 12);
  expect(pace.isFast()).toBe(false);
});

test('what waits is called once when rows no longer fly by', () => {
  const pace = createScrollSpeed();
  const called = vi.fn<() => void>();
  const given = vi.fn<() => void>();
  scroll(pace, 30, 75);
  expect(pace.isFast()).toBe(true);
  pace.whenSlow(called);
  pace.whenSlow(given)();
  scroll(pace, 1, 0);
  expect(called).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(pace.isFast()).toBe(false);
  expect(called).toHaveBeenCalledOnce();
  expect(given).not.toHaveBeenCalled();
});
