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
    for (const text of [
      '2026',
      '2026-02',
      '-000001-01-01',
      '2027-02-29',
      '2026-13-01',
      '2026-1-1',
      'today',
      '',
      '2026-01-01T00:00Z',
    ])
      expect(isBusinessDay(text)).toBe(false);
  });
});

describe('days in other time zones', () => {
  it.each([
    // Half and three quarters of an hour.
    ['Asia/Kolkata', '2026-03-01', '2026-02-28T18:30:00.000Z'],
    ['Asia/Kathmandu', '2026-03-01', '2026-02-28T18:15:00.000Z'],
    ['Australia/Lord_Howe', '2026-07-01', '2026-06-30T13:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-12-01', '2026-11-30T13:00:00.000Z'],
    // Both ends of the date line.
    ['Pacific/Kiritimati', '2026-03-01', '2026-02-28T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-03-01', '2026-03-01T11:00:00.000Z'],
    // Clocks that change before, at and after midnight.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
    // Samoa left this day out.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ])('%s begins %s at %s', (timeZone, day, start) => {
    expect(startOfBusinessDay(day, timeZone).toISOString()).toBe(start);
  });

  it('puts one instant on three days', () => {
    const instant = new Date('2026-11-22T10:30:00Z');
    const days = ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati'].map((zone) =>
      businessDayOf(instant, zone),
    );
    expect(days).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
  });

  it('begins every day of our time on that day and ends the one before just earlier', () => {
    const recentDay = fc
      .integer({ min: 0, max: 365 * 20 })
      .map((days) => addDays('2012-01-02', days));
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    fc.assert(
      fc.property(recentDay, zone, (day, timeZone) => {
        const start = startOfBusinessDay(day, timeZone);
        expect(businessDayOf(start, timeZone)).toBe(day);
        expect(businessDayOf(new Date(start.getTime() - 1), timeZone)).toBe(addDays(day, -1));
      }),
      {
        numRuns: 300,
        seed: 21,
        examples: [
          ['2026-09-06', 'America/Santiago'],
          ['2026-11-01', 'America/Havana'],
        ],
      },
    );
  });
});
