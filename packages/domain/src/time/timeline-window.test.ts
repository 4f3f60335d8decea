import { expect, test } from 'vitest';
import {
  daysOfWindow,
  readWindowEnd,
  readWindowSize,
  windowEndAfter,
  windowEndBefore,
  windowStart,
} from './timeline-window.ts';

const today = '2026-11-20';

test('a window has 21, 42 or 84 days, the end included', () => {
  expect(windowStart('3W', today)).toBe('2026-10-31');
  expect(windowStart('6W', today)).toBe('2026-10-10');
  expect(windowStart('12W', today)).toBe('2026-08-29');
  const days = daysOfWindow('3W', today);
  expect(days).toHaveLength(21);
  expect([days[0], days.at(-1)]).toEqual(['2026-10-31', today]);
});

test('any other size falls back to 3W', () => {
  expect(readWindowSize('12W')).toBe('12W');
  for (const text of [null, '', '3w', '9W', 'constructor']) expect(readWindowSize(text)).toBe('3W');
});

test('the end is a day before today, else today', () => {
  expect(readWindowEnd('2026-11-19', today)).toBe('2026-11-19');
  for (const text of [null, '', '2026-11-20', '2026-11-21', '2026-02-30', '20261101', 'today']) {
    expect(readWindowEnd(text, today)).toBe(today);
  }
});

test('steps are as long as the window and never lead past today', () => {
  expect(windowEndBefore('6W', today)).toBe('2026-10-09');
  expect(windowEndAfter('3W', '2026-10-10', today)).toBe('2026-10-31');
  expect(windowEndAfter('3W', '2026-11-10', today)).toBe(today);
  expect(windowEndAfter('12W', today, today)).toBe(today);
});
