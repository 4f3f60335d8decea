import ICAL from 'ical.js';
import type { LocalTime } from './event-time.ts';
import { atWall, instantOf } from './event-time.ts';
import { instantAt, isTimeZone, wallAt } from './time-zone.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Calendars know no more frequent ones; neither does Google's. */
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

export interface Occurrences {
  /** Their starts in order, each once, on the clock of the event's zone (see `LocalTime`). */
  walls: number[];
  /** Whether there are more after the horizon. */
  hasMore: boolean;
}

/**
 * Finds the occurrences of a recurring event up to `horizon` (an instant). Its own start is the first
 * of them only if its rule matches it.
 *
 * @throws RangeError for an invalid rule.
 */
export function findOccurrences(
  start: LocalTime,
  recurrence: readonly string[],
  horizon: number,
): Occurrences {
  const walls = new Set<number>();
  const excluded = new Set<number>();
  let hasMore = false;
  for (const line of recurrence) {
    const { name, zone, value } = readLine(line, start.zone);
    if (name === 'RRULE') {
      const rule = followRule(start, value, horizon);
      rule.walls.forEach((wall) => walls.add(wall));
      hasMore ||= rule.hasMore;
    } else {
      for (const date of value.split(',')) {
        (name === 'RDATE' ? walls : excluded).add(readDate(date, zone, start));
      }
    }
  }
  if (!recurrence.some((line) => line.startsWith('RRULE'))) {
    walls.add(start.wall);
  }
  return {
    walls: [...walls].filter((wall) => !excluded.has(wall)).toSorted((a, b) => a - b),
    hasMore,
  };
}

/**
 * Moves the rules of an event by a number of days: dates and the weekdays of weekly rules move. A
 * monthly or yearly rule follows the moved first day of the event instead of the days that it named.
 */
export function moveRecurrence(recurrence: readonly string[], days: number): string[] {
  return recurrence.map((line) => {
    const colon = line.indexOf(':');
    const [head, value] = [line.slice(0, colon + 1), line.slice(colon + 1)];
    return line.startsWith('RRULE')
      ? head + moveRule(value, days)
      : head +
          value
            .split(',')
            .map((date) => moveStamp(date, days))
            .join(',');
  });
}

function followRule(start: LocalTime, rule: string, horizon: number): Occurrences {
  const parts = ruleParts(rule);
  const frequency = parts.get('FREQ') ?? '';
  if (!frequencies.includes(frequency)) {
    throw new RangeError(`"${rule}" has no frequency from DAILY to YEARLY.`);
  }
  const until = parts.get('UNTIL');
  // ical.js would compare the rule's end, which is UTC, with the clock of the event's zone.
  const last = until === undefined ? Infinity : lastWall(until, start);
  parts.delete('UNTIL');
  const iterator = readRule(writeRule(parts)).iterator(toIcalTime(start));
  const walls: number[] = [];
  for (let next = iterator.next(); next !== null; next = iterator.next()) {
    const wall = Date.UTC(next.year, next.month - 1, next.day, next.hour, next.minute, next.second);
    if (wall > last) {
      return { walls, hasMore: false };
    }
    if (instantOf(atWall(start, wall)) > horizon) {
      return { walls, hasMore: true };
    }
    walls.push(wall);
  }
  return { walls, hasMore: false };
}

function readRule(rule: string): ICAL.Recur {
  try {
    return ICAL.Recur.fromString(rule);
  } catch (error) {
    throw new RangeError(`"${rule}" is not a valid rule: ${String(error)}`, { cause: error });
  }
}

function toIcalTime({ wall, isDay }: LocalTime): ICAL.Time {
  const date = new Date(wall);
  return ICAL.Time.fromData({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    isDate: isDay,
  });
}

function readLine(line: string, zone: string): { name: string; zone: string; value: string } {
  const [, name, parameters = '', value] =
    /^(RRULE|EXDATE|RDATE)((?:;[^:]*)?):(.+)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) {
    throw new RangeError(`"${line}" is not an RRULE, EXDATE or RDATE.`);
  }
  const named = /;TZID=([^;]+)/.exec(parameters)?.[1];
  return { name, zone: named !== undefined && isTimeZone(named) ? named : zone, value };
}

/** A date of an EXDATE or RDATE, on the clock of the event's zone. */
function readDate(stamp: string, zone: string, start: LocalTime): number {
  const { wall, isUtc, isDay } = readStamp(stamp);
  if (start.isDay || isDay) {
    return start.isDay ? Math.floor(wall / dayMs) * dayMs : wall + (start.wall % dayMs);
  }
  return wallAt(start.zone, isUtc ? wall : instantAt(zone, wall));
}

function lastWall(until: string, start: LocalTime): number {
  const { wall, isUtc, isDay } = readStamp(until);
  if (isDay) {
    return wall + dayMs - 1;
  }
  return isUtc && !start.isDay ? wallAt(start.zone, wall) : wall;
}

function readStamp(stamp: string): { wall: number; isUtc: boolean; isDay: boolean } {
  const [, year, month, day, time, hour, minute, second, utc] =
    /^(\d{4})(\d{2})(\d{2})(T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(stamp.trim()) ?? [];
  if (year === undefined) {
    throw new RangeError(`"${stamp}" is not a date of an iCalendar rule.`);
  }
  const wall = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
  );
  return { wall, isUtc: utc === 'Z', isDay: time === undefined };
}

function moveStamp(stamp: string, days: number): string {
  const moved = new Date(readStamp(stamp).wall + days * dayMs).toISOString();
  return moved.slice(0, 10).replaceAll('-', '') + stamp.trim().slice(8);
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

function moveRule(rule: string, days: number): string {
  const parts = ruleParts(rule);
  const until = parts.get('UNTIL');
  if (until !== undefined) {
    parts.set('UNTIL', moveStamp(until, days));
  }
  const turn = (day: string) =>
    weekdays[(((weekdays.indexOf(day) + days) % 7) + 7) % 7] ?? weekdays[0];
  if (parts.get('FREQ') === 'WEEKLY') {
    for (const name of ['BYDAY', 'WKST']) {
      const named = parts.get(name);
      if (named !== undefined) {
        parts.set(name, named.split(',').map(turn).join(','));
      }
    }
  } else if (parts.get('FREQ') !== 'DAILY' && days !== 0) {
    for (const name of [...parts.keys()].filter((key) => key.startsWith('BY'))) {
      parts.delete(name);
    }
  }
  return writeRule(parts);
}

function ruleParts(rule: string): Map<string, string> {
  return new Map(
    rule.split(';').map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name.trim().toUpperCase(), value.trim().toUpperCase()];
    }),
  );
}

function writeRule(parts: ReadonlyMap<string, string>): string {
  return [...parts].map(([name, value]) => `${name}=${value}`).join(';');
}
