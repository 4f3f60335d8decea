import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, businessDayOf } from '../time/business-day.ts';
import { daysBefore, isWorkingDay, workingDaysBefore } from './working-days.ts';

const before = (now: string, count: number, timeZone = 'America/New_York') =>
  workingDaysBefore(new Date(now), count, timeZone).toISOString();

describe('workingDaysBefore', () => {
  it.each([
    // In New York, five hours behind UTC.
    ['on Thursday: Wednesday at the same time', '2026-11-26T15:00:00Z', 1, '2026-11-25T15:00:00Z'],
    ['on Monday: Friday at the same time', '2026-11-23T15:00:00Z', 1, '2026-11-20T15:00:00Z'],
    ['on Sunday: the beginning of Friday', '2026-11-22T15:00:00Z', 1, '2026-11-20T05:00:00Z'],
    ['on Saturday: the beginning of Friday', '2026-11-21T05:00:00Z', 1, '2026-11-20T05:00:00Z'],
    ['five of them: a week', '2026-11-26T15:00:00Z', 5, '2026-11-19T15:00:00Z'],
    ['none: now', '2026-11-26T15:00:00Z', 0, '2026-11-26T15:00:00Z'],
    // Clocks go back on Sunday, 1 November 2026.
    ['over a change of the clocks', '2026-11-02T15:00:00Z', 1, '2026-10-30T14:00:00Z'],
  ])('%s', (_name, now, count, expected) => {
    expect(before(now, count)).toBe(new Date(expected).toISOString());
  });

  it('goes by the days of the time zone', () => {
    // Monday, 08:00 in Auckland, which is still Sunday in New York.
    expect(before('2026-11-22T19:00:00Z', 1, 'Pacific/Auckland')).toBe('2026-11-19T19:00:00.000Z');
    expect(before('2026-11-22T19:00:00Z', 1, 'America/New_York')).toBe('2026-11-20T05:00:00.000Z');
  });
});

const zones = fc.constantFrom(
  'UTC',
  'America/New_York',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'America/Los_Angeles',
  'Africa/Cairo',
  'Europe/Berlin',
);
const instants = fc.date({
  min: new Date('2025-01-01T00:00:00Z'),
  max: new Date('2027-12-31T00:00:00Z'),
  noInvalidDate: true,
});

test('the later it is, the later is the moment, and whole working days lie between', () => {
  fc.assert(
    fc.property(
      instants,
      fc.integer({ min: 0, max: 7 * 86_400_000 }),
      fc.integer({ min: 1, max: 6 }),
      zones,
      (now, more, count, zone) => {
        const moment = workingDaysBefore(now, count, zone);
        const later = workingDaysBefore(new Date(now.getTime() + more), count, zone);
        expect(later.getTime()).toBeGreaterThanOrEqual(moment.getTime());
        expect(moment.getTime()).toBeLessThan(now.getTime());
        const today = businessDayOf(now, zone);
        let workingDays = 0;
        for (let day = businessDayOf(moment, zone); day < today; day = addDays(day, 1)) {
          if (isWorkingDay(day)) workingDays += 1;
        }
        // The end of a day that is too short is the beginning of the next.
        expect([count, count - 1]).toContain(workingDays);
      },
    ),
  );
});

test('days ago, in days of the time zone', () => {
  expect(daysBefore(new Date('2026-11-10T15:00:00Z'), 21, 'America/New_York').toISOString()).toBe(
    '2026-10-20T14:00:00.000Z',
  );
});
