import { isTimeZone } from '@repo/domain/time/time-zone';
import ICAL from 'ical.js';
import { windowsZones } from './windows-zones.ts';
import { cachedZone, ianaZone, utc, type Zone } from './zoned-time.ts';

/** Finds zones by the names that the events of one resource use. */
export type FindZone = (tzid: string | undefined) => Zone;

/** More changes of clocks than any law has made. */
const MAX_OBSERVANCES = 100;
/** Names of zones in one resource; times with further ones have none. */
const MAX_NAMES = 100;

/**
 * @param calendar the resource, whose own definitions (VTIMEZONE) apply to names that are neither of IANA nor of Windows.
 * @param floating the zone of times without one: the calendar's.
 */
export function createFindZone(calendar: ICAL.Component, floating: Zone): FindZone {
  const found = new Map<string, Zone>();
  return (tzid) => {
    if (tzid === undefined) return floating;
    if (!found.has(tzid) && found.size >= MAX_NAMES) return floating;
    const zone = found.get(tzid) ?? knownZone(tzid) ?? definedZone(calendar, tzid) ?? floating;
    found.set(tzid, zone);
    return zone;
  };
}

/** A zone by its IANA or Windows name; servers also prefix the former: `/mozilla.org/2024/Europe/Berlin`. */
export function knownZone(tzid: string): Zone | undefined {
  const name = tzid.trim().replace(/^"|"$/g, '');
  if (/^(utc|gmt|z)$/i.test(name)) return utc;
  const ofWindows = windowsZones.get(name);
  if (ofWindows !== undefined) return ianaZone(ofWindows);
  const parts = name.slice(0, 200).split('/').filter(Boolean);
  for (const count of [parts.length, 3, 2]) {
    const tail = parts.slice(-count).join('/');
    if (isTimeZone(tail)) return ianaZone(tail);
  }
  return undefined;
}

/** The zone that the resource itself defines. */
function definedZone(calendar: ICAL.Component, tzid: string): Zone | undefined {
  const component = calendar
    .getAllSubcomponents('vtimezone')
    .find((one) => one.getFirstPropertyValue('tzid') === tzid);
  if (component === undefined || !isBounded(component)) return undefined;
  const zone = new ICAL.Timezone({ component, tzid });
  // ical.js finds offsets by local times; an hour's error at the change of clocks is corrected.
  const offsetOfWall = (wall: number): number => {
    const date = new Date(wall);
    const time = ICAL.Time.fromData({
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
    });
    return zone.utcOffset(time) * 1000;
  };
  return cachedZone(tzid, (instant) => offsetOfWall(instant + offsetOfWall(instant)));
}

/** Whether the rules of a definition are ones that end soon: ical.js follows all of them. */
function isBounded(component: ICAL.Component): boolean {
  const observances = component.getAllSubcomponents();
  return (
    observances.length > 0 &&
    observances.length <= MAX_OBSERVANCES &&
    observances.every((one) => {
      const rules = one.getAllProperties('rrule').map((rule) => rule.getFirstValue());
      return (
        rules.length <= 1 &&
        one.getAllProperties('rdate').length <= MAX_OBSERVANCES &&
        rules.every(
          (rule) =>
            rule instanceof ICAL.Recur &&
            rule.freq === 'YEARLY' &&
            rule.interval === 1 &&
            Object.keys(rule.parts).every(
              (part) => part === 'BYMONTH' || part === 'BYDAY' || part === 'BYMONTHDAY',
            ),
        )
      );
    })
  );
}
