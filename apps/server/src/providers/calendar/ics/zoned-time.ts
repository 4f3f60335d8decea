import { createOffsetTable } from './offset-table.ts';

/**
 * The clocks of a time zone. A wall time is what its clocks show, written as epoch milliseconds of
 * the same date and time in UTC.
 */
export interface Zone {
  name: string;
  /** Milliseconds that its clocks are ahead of UTC at an instant. */
  offsetAt: (instant: number) => number;
  /** The name that stands for no known zone; its times are read as UTC, and marked. */
  unknown?: string;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Zones in memory for all calendars of all users. */
const MAX_ZONES = 200;

export const utc: Zone = { name: 'UTC', offsetAt: () => 0 };

/** Characters of an unknown name that are stored. */
const MAX_UNKNOWN = 100;

/** Represents a zone that cannot be found. */
export const unknownZone = (name: string): Zone => ({
  ...utc,
  unknown:
    name
      .slice(0, MAX_UNKNOWN)
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .toWellFormed()
      .trim() || '?',
});

/**
 * The instant at which the clocks of a zone show a wall time. Where they show it twice, the first;
 * where they skip it, as if they had not been changed (RFC 5545, 3.3.5).
 */
export function toInstant({ offsetAt }: Zone, wall: number): number {
  const before = offsetAt(wall - dayMs);
  const after = offsetAt(wall + dayMs);
  if (before === after) return wall - before;
  const first = wall - before;
  if (offsetAt(first) === before) return first;
  const second = wall - after;
  return offsetAt(second) === after ? second : first;
}

/** By their names in lower case, the least recently used first. */
const zones = new Map<string, Zone>();

/** @param name an IANA name that exists, in any case. */
export function ianaZone(name: string): Zone {
  const zone = zones.get(name.toLowerCase()) ?? zoneOf(name);
  remember(name.toLowerCase(), zone);
  return zone;
}

function zoneOf(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  // Intl knows many zones by several names.
  const own = format.resolvedOptions().timeZone;
  const zone = zones.get(own.toLowerCase()) ?? {
    name: own,
    offsetAt: createOffsetTable((instant) => offsetIn(format, instant)),
  };
  remember(own.toLowerCase(), zone);
  return zone;
}

function remember(name: string, zone: Zone): void {
  zones.delete(name);
  zones.set(name, zone);
  const [oldest] = zones.keys();
  if (zones.size > MAX_ZONES && oldest !== undefined) zones.delete(oldest);
}

/**
 * The difference between the clocks of a zone and UTC, from the day of the month and the time that the format shows:
 * clocks are less than a day apart.
 *
 * @param instant in whole seconds.
 */
function offsetIn(format: Intl.DateTimeFormat, instant: number): number {
  const shown = /^(\d+)\D+(\d+):(\d+):(\d+)$/.exec(format.format(instant));
  if (shown === null) throw new Error('A time zone shows its time in an unknown way.');
  const [, day, hour, minute, second] = shown.map(Number) as [
    number,
    ...[number, number, number, number],
  ];
  const utcDay = Math.floor(instant / dayMs) * dayMs;
  const apart = ((hour * 60 + minute) * 60 + second) * 1000 - (instant - utcDay);
  if (day === dayOfMonth(utcDay)) return apart;
  return day === dayOfMonth(utcDay + dayMs) ? apart + dayMs : apart - dayMs;
}

const dayOfMonth = (instant: number): number => new Date(instant).getUTCDate();
