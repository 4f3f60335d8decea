import { expect, test } from 'vitest';
import { ageLabel } from './age-label.ts';

const now = new Date('2026-11-20T15:00:00Z');
const label = (days: number) => ageLabel(new Date(now.getTime() - days * 86_400_000), now);

test('days under a week, weeks under 30 days, months under a year, then years', () => {
  expect([0, 1, 2, 6].map(label)).toEqual(['Today', 'Yesterday', '2 days ago', '6 days ago']);
  expect([7, 13, 14, 29].map(label)).toEqual([
    '1 week ago',
    '1 week ago',
    '2 weeks ago',
    '4 weeks ago',
  ]);
  expect([30, 59, 60, 364].map(label)).toEqual([
    '1 month ago',
    '1 month ago',
    '2 months ago',
    '12 months ago',
  ]);
  expect([365, 729, 730].map(label)).toEqual(['1 year ago', '1 year ago', '2 years ago']);
});

test('counts days of the calendar in New York, not stretches of 24 hours', () => {
  expect(ageLabel(new Date('2026-11-20T04:59:00Z'), now)).toBe('Yesterday');
  expect(ageLabel(new Date('2026-11-20T05:00:00Z'), now)).toBe('Today');
});

test('what lies ahead counts as today', () => {
  expect(label(-3)).toBe('Today');
});

test('an instant that does not exist is refused', () => {
  expect(() => ageLabel(new Date(Number.NaN), now)).toThrow(RangeError);
});
