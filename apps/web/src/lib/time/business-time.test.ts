import { afterEach, expect, test } from 'vitest';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { formatDayHeading, formatInstant, formatTimeOfDay, isWeekend } from './business-time.ts';
import { formatExactTime } from './relative-time.ts';
import { writeTimeFormat } from './time-format.ts';

afterEach(() => localStorage.clear());

test('times are of 12 hours, in New York, in winter and in summer', () => {
  expect(formatTimeOfDay(new Date('2026-11-20T19:05:00Z'))).toBe('2:05 PM');
  expect(formatTimeOfDay(new Date('2026-07-20T04:00:00Z'))).toBe('12:00 AM');
  expect(formatInstant(new Date('2026-11-20T04:59:00Z'))).toBe('Nov 19, 2026, 11:59 PM');
});

test('times are of 24 hours where that was chosen', () => {
  writeTimeFormat('24-hour');
  expect(formatTimeOfDay(new Date('2026-11-20T19:05:00Z'))).toBe('14:05');
  expect(formatTimeOfDay(new Date('2026-07-20T04:00:00Z'))).toBe('00:00');
  expect(formatInstant(new Date('2026-11-20T04:59:00Z'))).toBe('Nov 19, 2026, 23:59');
  expect(formatExactTime(new Date('2026-11-20T04:59:00Z'))).toContain('Nov 19, 2026, 23:59');
});

test('automatic follows the language of the browser, here of 12 hours', () => {
  writeTimeFormat('automatic');
  expect(formatTimeOfDay(new Date('2026-11-20T19:05:00Z'))).toBe('2:05 PM');
});

test('times are as specified where the server offers no settings', () => {
  writeTimeFormat('24-hour');
  serveAtLevel('specification');
  expect(formatTimeOfDay(new Date('2026-11-20T19:05:00Z'))).toBe('2:05 PM');
});

test('a day is named relative to today, with the year where it is another', () => {
  const heading = (day: string) => formatDayHeading(day, '2026-01-02');
  expect(['2026-01-02', '2026-01-01', '2025-12-31', '2026-01-05'].map(heading)).toEqual([
    'Today',
    'Yesterday',
    'Wednesday, December 31, 2025',
    'Monday, January 5',
  ]);
});

test('Saturday and Sunday are the weekend', () => {
  expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map(isWeekend)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
