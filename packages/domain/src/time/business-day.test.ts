import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  businessDayOf,
  daysBetween,
  isBusinessDay,
  startOfBusinessDay,
} from './business-day.ts';

const someDay = fc
  .integer({ min: 0, max: 365 * 60 })
  .map((offset) => addDays('1990-01-01', offset));

describe('business days in America/New_York', () => {
  it('puts an instant on the day that New York has', () => {
    expect(businessDayOf(new Date('2026-01-15T04:59:59Z'))).toBe('2026-01-14');
    expect(businessDayOf(new Date('2026-01-15T05:00:00Z'))).toBe('2026-01-15');
    expect(businessDayOf(new Date('2026-07-15T03:59:59Z'))).toBe('2026-07-14');
    expect(businessDayOf(new Date('2026-07-15T04:00:00Z'))).toBe('2026-07-15');
  });

  it('begins a day at midnight there, also when the clocks change', () => {
    expect(startOfBusinessDay('2026-03-08').toISOString()).toBe('2026-03-08T05:00:00.000Z');
    expect(startOfBusinessDay('2026-03-09').toISOString()).toBe('2026-03-09T04:00:00.000Z');
    expect(startOfBusinessDay('2026-11-01').toISOString()).toBe('2026-11-01T04:00:00.000Z');
    expect(startOfBusinessDay('2026-11-02').toISOString()).toBe('2026-11-02T05:00:00.000Z');
  });

  it('begins every day on that day and ends the one before just earlier', () => {
    fc.assert(
      fc.property(someDay, (day) => {
        const start = startOfBusinessDay(day);
        expect(businessDayOf(start)).toBe(day);
        expect(businessDayOf(new Date(start.getTime() - 1))).toBe(addDays(day, -1));
      }),
    );
  });

  it('counts days as it adds them', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: -500, max: 500 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count);
      }),
    );
  });

  it('knows which days exist', () => {
    expect(isBusinessDay('2028-02-29')).toBe(true);
    for (const text of ['2027-02-29', '2026-13-01', '2026-1-1', 'today', '', '2026-01-01T00:00Z'])
      expect(isBusinessDay(text)).toBe(false);
  });
});
