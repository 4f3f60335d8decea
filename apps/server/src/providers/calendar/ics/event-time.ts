import ICAL from 'ical.js';
import type { FindZone } from './find-zone.ts';
import { toInstant, utc, type Zone } from './zoned-time.ts';

/** A time of an event, as its property has it. */
export interface EventTime {
  /** The time on the clock of its zone; midnight for a day. */
  wall: number;
  zone: Zone;
  /** All day long. */
  isDay: boolean;
  /** Where the time names a zone or is in UTC. */
  isFixed: boolean;
}

/** A date of an RDATE may have an end of its own. */
export interface EventPeriod extends EventTime {
  end?: EventTime | undefined;
  durationMs?: number | undefined;
}

/** Identifies days and instants: days have no zone. */
export const instantOf = ({ wall, zone, isDay }: EventTime): number =>
  isDay ? wall : toInstant(zone, wall);

/** @throws Error when the event has no usable time there. */
export function readTime(property: ICAL.Property, findZone: FindZone): EventTime {
  const { value: time } = readTimes(property, findZone).next();
  if (time === undefined) throw new Error(`It has no usable time (${property.name}).`);
  return time;
}

/** All times of a property, each when it is needed: EXDATE and RDATE may have thousands. */
export function* readTimes(
  property: ICAL.Property,
  findZone: FindZone,
): Generator<EventPeriod, undefined, undefined> {
  const tzid = property.getFirstParameter('tzid') as string | undefined;
  // The values as they are written: ical.js would apply zones of its own.
  const [, , , ...values] = property.toJSON() as [string, unknown, string, ...unknown[]];
  for (const value of values) {
    const [begin, end] = Array.isArray(value) ? value.map(String) : [String(value)];
    const time = readStamp(begin ?? '', tzid, findZone);
    if (end === undefined) yield time;
    else if (/^P/i.test(end)) {
      yield { ...time, durationMs: durationOf(ICAL.Duration.fromString(end)) };
    } else yield { ...time, end: readStamp(end, tzid, findZone) };
  }
}

export const durationOf = (duration: ICAL.Duration): number => duration.toSeconds() * 1000;

function readStamp(stamp: string, tzid: string | undefined, findZone: FindZone): EventTime {
  const [, year, month, day, time, hour, minute, second, z] =
    /^(\d{4})-(\d{2})-(\d{2})(T(\d{2}):(\d{2}):(\d{2})(Z?))?$/.exec(stamp) ?? [];
  const parts = [year, month, day, hour ?? 0, minute ?? 0, second ?? 0].map(Number);
  const [y = 0, m = 0, d = 0, h = 0, min = 0, s = 0] = parts;
  const wall = Date.UTC(y, m - 1, d, h, min, s);
  const isReal = year !== undefined && y > 0 && new Date(wall).getUTCDate() === d && h < 24;
  if (!isReal || new Date(wall).getUTCMonth() !== m - 1) {
    throw new Error(`“${stamp.slice(0, 40)}” is no usable time.`);
  }
  const isDay = time === undefined;
  const isUtc = z === 'Z' && !isDay;
  const zone = isUtc ? utc : findZone(isDay ? undefined : tzid);
  return { wall, zone, isDay, isFixed: isUtc || (!isDay && tzid !== undefined) };
}
