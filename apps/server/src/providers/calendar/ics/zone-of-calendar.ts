import { createFindZone } from './find-zone.ts';
import { parseCalendar } from './parse-calendar.ts';
import { runAtOnce, type Steps } from './steps.ts';
import { utc, type Zone } from './zoned-time.ts';

interface ZonedCalendar {
  /** Its definition of a time zone, an iCalendar text of limited length. */
  timeZone: string | undefined;
}

/** It defines one zone: that of a calendar is read in one step. */
const limits = { names: 1, defined: 1, steps: 10_000 };

/**
 * Finds the zones of calendars (`calendar-timezone`, RFC 4791, 5.2.2), each read once.
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
    return runAtOnce(readFirstZone(ics));
  } catch {
    return undefined;
  }
}

function* readFirstZone(ics: string): Steps<Zone | undefined> {
  const calendar = yield* parseCalendar(ics);
  const tzid = calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid');
  if (typeof tzid !== 'string') return undefined;
  const findZone = yield* createFindZone(calendar, utc, { limits });
  return findZone(tzid);
}
