import { expect, test } from 'vitest';
import { isTimeZone, localTime } from './time-zone.ts';

test.each(['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Etc/GMT+5', 'UTC'])(
  '%s is a time zone',
  (name) => expect(isTimeZone(name)).toBe(true),
);

test.each(['', 'Mars/Olympus', '+02:00', '-05', ' UTC', 'Europe/Berlin\n', '../etc', 'America'])(
  '%j is none',
  (name) => expect(isTimeZone(name)).toBe(false),
);

test('the clocks of a zone are followed over their changes', () => {
  const at = (instant: string, zone: string) => localTime(new Date(instant), zone);
  expect(at('2026-03-08T06:59:00Z', 'America/New_York')).toEqual({ day: '2026-03-08', hour: 1 });
  expect(at('2026-03-08T07:00:00Z', 'America/New_York')).toEqual({ day: '2026-03-08', hour: 3 });
  expect(at('2026-10-25T00:30:00Z', 'Europe/Berlin')).toEqual({ day: '2026-10-25', hour: 2 });
  expect(at('2026-10-25T01:30:00Z', 'Europe/Berlin')).toEqual({ day: '2026-10-25', hour: 2 });
  expect(at('2026-11-22T23:59:00Z', 'Pacific/Kiritimati')).toEqual({ day: '2026-11-23', hour: 13 });
  expect(at('2026-11-22T04:00:00Z', 'America/New_York')).toEqual({ day: '2026-11-21', hour: 23 });
  expect(at('2026-11-22T05:00:00Z', 'America/New_York')).toEqual({ day: '2026-11-22', hour: 0 });
});
