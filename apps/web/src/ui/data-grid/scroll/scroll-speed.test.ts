import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScrollSpeed } from './scroll-speed.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Scrolls so many frames of 16 ms by so many pixels each. */
function scroll(speed: ReturnType<typeof createScrollSpeed>, frames: number, pixels: number) {
  for (let frame = 0; frame < frames; frame += 1) {
    vi.advanceTimersByTime(16);
    speed.note(frame * pixels, 1_000 + frame * 16);
  }
}

test('reading pace is not fast', () => {
  const speed = createScrollSpeed();
  scroll(speed, 30, 12);
  expect(speed.isFast()).toBe(false);
});

test('what waits is called once when rows no longer fly by', () => {
  const speed = createScrollSpeed();
  const called = vi.fn<() => void>();
  const given = vi.fn<() => void>();
  scroll(speed, 30, 75);
  expect(speed.isFast()).toBe(true);
  speed.whenSlow(called);
  speed.whenSlow(given)();
  scroll(speed, 1, 0);
  expect(called).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(speed.isFast()).toBe(false);
  expect(called).toHaveBeenCalledOnce();
  expect(given).not.toHaveBeenCalled();
});
