import { createFindZone } from './find-zone.ts';
import { parseCalendar } from './parse-calendar.ts';
import { utc, type Zone } from './zoned-time.ts';

interface ZonedCalendar {
  /** Its definition of a time zone, an iCalendar text of limited length. */
  timeZone: string | undefined;
}

/**
 * Finds the zones of calendars (`calendar-timezone`, RFC 4791, 5.2.2), each of which is read once.
 *
 * @param otherwise the zone of a calendar without one that can be read.
 */
export function createZoneOfCalendar(otherwise: Zone): (calendar: ZonedCalendar) => Zone {
  const known = new WeakMap<ZonedCalendar, Zone>();
  return (calendar) => {
    const zone = known.get(calendar) ?? readZone(calendar.timeZone) ?? otherwise;
    known.set(calendar, zone);
    return zone;
  };
}

function readZone(ics: string | undefined): Zone | undefined {
  if (ics === undefined) return undefined;
  try {
    const calendar = parseCalendar(ics);
    const tzid = calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid');
    return typeof tzid === 'string' ? createFindZone(calendar, utc)(tzid) : undefined;
  } catch {
    return undefined;
  }
}
