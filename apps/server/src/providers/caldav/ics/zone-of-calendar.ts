import ICAL from 'ical.js';
import { createFindZone } from './find-zone.ts';
import { utc, type Zone } from './zoned-time.ts';

/** The zone of a calendar (`calendar-timezone`, RFC 4791, 5.2.2); undefined when it cannot be read. */
export function zoneOfCalendar(ics: string): Zone | undefined {
  try {
    const calendar = new ICAL.Component(ICAL.parse(ics) as unknown[]);
    const tzid = calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid');
    return typeof tzid === 'string' ? createFindZone(calendar, utc)(tzid) : undefined;
  } catch {
    return undefined;
  }
}
