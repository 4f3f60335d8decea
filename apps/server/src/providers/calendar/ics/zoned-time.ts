/**
 * The clocks of a time zone. A wall time is what its clocks show, written as epoch milliseconds of
 * the same date and time in UTC.
 */
export interface Zone {
  name: string;
  /** Milliseconds that its clocks are ahead of UTC at an instant. */
  offsetAt: (instant: number) => number;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Offsets change at full quarters of an hour. */
const STEP_MS = 15 * 60 * 1000;
/** Offsets in memory for one zone. */
const MAX_CACHED = 5_000;
/** Zones in memory for all calendars of all users. */
const MAX_ZONES = 200;

export const utc: Zone = { name: 'UTC', offsetAt: () => 0 };

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
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  // Intl knows many zones by several names.
  const own = format.resolvedOptions().timeZone;
  const zone = zones.get(own.toLowerCase()) ?? cachedZone(own, (at) => wallOf(format, at) - at);
  remember(own.toLowerCase(), zone);
  return zone;
}

function remember(name: string, zone: Zone): void {
  zones.delete(name);
  zones.set(name, zone);
  const [oldest] = zones.keys();
  if (zones.size > MAX_ZONES && oldest !== undefined) zones.delete(oldest);
}

/** @param findOffset what `offsetAt` returns, for full quarters of an hour. */
export function cachedZone(name: string, findOffset: (instant: number) => number): Zone {
  const cached = new Map<number, number>();
  return {
    name,
    offsetAt: (instant) => {
      const at = Math.floor(instant / STEP_MS) * STEP_MS;
      const known = cached.get(at);
      if (known !== undefined) return known;
      if (cached.size >= MAX_CACHED) cached.clear();
      const offset = findOffset(at);
      cached.set(at, offset);
      return offset;
    },
  };
}

function wallOf(format: Intl.DateTimeFormat, instant: number): number {
  const part = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(part.get(type));
  const year = part.get('era') === 'BC' ? 1 - read('year') : read('year');
  return Date.UTC(
    year,
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  );
}
