import { expect, it } from 'vitest';
import { createZoneOfCalendar } from './zone-of-calendar.ts';
import { ianaZone } from './zoned-time.ts';

const newYork = ianaZone('America/New_York');
const zoneOfCalendar = createZoneOfCalendar(newYork);
const definition = (...more: string[]) => ({
  timeZone: [
    'BEGIN:VCALENDAR',
    'BEGIN:VTIMEZONE',
    'TZID:Our own time',
    ...more,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0500',
    'END:STANDARD',
    'END:VTIMEZONE',
    'END:VCALENDAR',
  ].join('\r\n'),
});

it('reads the zone of a calendar once, whatever its number of events', () => {
  const calendar = definition();
  const zone = zoneOfCalendar(calendar);
  expect(zone.offsetAt(Date.parse('2024-01-01'))).toBe(5 * 60 * 60 * 1000);
  expect(zoneOfCalendar(calendar)).toBe(zone);
  expect(zoneOfCalendar(definition())).not.toBe(zone);
});

it.each<[string, { timeZone: string | undefined }]>([
  ['without one', { timeZone: undefined }],
  ['with nonsense', { timeZone: 'nonsense' }],
  ['with too many parameters', definition(`X-A${';A=b'.repeat(10_000)}:x`)],
])('takes another zone for a calendar %s', (_what, calendar) => {
  expect(zoneOfCalendar(calendar)).toBe(newYork);
});
