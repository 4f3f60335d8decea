import ICAL from 'ical.js';
import { isTimeZone, offsetAt } from './time-zone.ts';

/** Far enough for every law that is known today to be in force. */
const laterYears = 20;

const found = new Map<string, string>();

/**
 * The IANA zone for a `TZID` of an invitation. Exchange writes names of its own ('Pacific Standard
 * Time') together with their rules; the zone is then one with the same offsets throughout `year`,
 * and in a later year too, because dates may be moved far ahead.
 *
 * @throws RangeError when no zone does.
 */
export function zoneOfTzid(
  tzid: string,
  definition: ICAL.Timezone | undefined,
  year: number,
): string {
  if (isTimeZone(tzid)) {
    return tzid;
  }
  if (definition === undefined) {
    throw new RangeError(`The invitation does not define the time zone "${tzid}".`);
  }
  const samples = [year, year + laterYears].flatMap(sampleDays).map((instant) => ({
    instant,
    offset: offsetOf(definition, instant),
  }));
  const key = [year, ...samples.map(({ offset }) => offset)].join();
  const zone =
    found.get(key) ??
    Intl.supportedValuesOf('timeZone').find((name) =>
      samples.every(({ instant, offset }) => offsetAt(name, instant) === offset),
    );
  if (zone === undefined) {
    throw new RangeError(`No known time zone has the offsets of "${tzid}" in ${year}.`);
  }
  found.set(key, zone);
  return zone;
}

/** One day a week: close enough together to distinguish zones by when their summer time begins. */
function sampleDays(year: number): number[] {
  return Array.from({ length: 52 }, (_, week) => Date.UTC(year, 0, 4 + week * 7, 12));
}

/** Milliseconds. ical.js needs a local time; noon is far enough from any change of the clock. */
function offsetOf(definition: ICAL.Timezone, instant: number): number {
  const day = new Date(instant);
  const noon = ICAL.Time.fromData({
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
    day: day.getUTCDate(),
    hour: 12,
  });
  return definition.utcOffset(noon) * 1000;
}
