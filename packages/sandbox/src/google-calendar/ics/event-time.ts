import type { EventTime } from '../calendar-event.ts';
import { calendarTimeZone, formatIn, instantAt, isTimeZone, wallAt } from './time-zone.ts';

const dayMs = 24 * 60 * 60 * 1000;
const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const localPattern = /^(\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?$/;

/** A time on the clock of its zone (`wall`, milliseconds as if it were UTC). */
export interface LocalTime {
  wall: number;
  zone: string;
  isDay: boolean;
  /**
   * The moment, where it was given with its offset: a clock that goes back shows a time twice. It is
   * left out of a time that is moved.
   */
  instant?: number;
}

/** @throws RangeError when the time names neither a day nor a moment, or an unknown zone. */
export function readEventTime({ date, dateTime, timeZone }: EventTime): LocalTime {
  const zone = timeZone ?? calendarTimeZone;
  if (!isTimeZone(zone)) {
    throw new RangeError(`"${zone}" is not a time zone.`);
  }
  if (date !== undefined) {
    const wall = datePattern.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
    return { wall: checked(wall, date), zone, isDay: true };
  }
  const local = localPattern.exec(dateTime ?? '')?.[1];
  if (local === undefined) {
    const instant = checked(Date.parse(dateTime ?? ''), dateTime);
    return { wall: wallAt(zone, instant), zone, isDay: false, instant };
  }
  const wall = checked(Date.parse(`${local.replace(' ', 'T')}Z`), dateTime);
  return { wall, zone, isDay: false };
}

/** The same as Google writes it: a day, or the zone's clock with its offset and the zone. */
export function writeEventTime(time: LocalTime): EventTime {
  const { wall, zone, isDay } = time;
  return isDay
    ? { date: new Date(wall).toISOString().slice(0, 10) }
    : { dateTime: formatIn(zone, instantOf(time)), timeZone: zone };
}

/** Milliseconds; a day begins at midnight of the calendar. */
export function instantOf({ wall, zone, isDay, instant }: LocalTime): number {
  return instant ?? instantAt(isDay ? calendarTimeZone : zone, wall);
}

/** The same time of day so many days later. */
export function moveEventTime(time: EventTime, days: number): EventTime {
  const local = readEventTime(time);
  return days === 0
    ? writeEventTime(local)
    : writeEventTime(atWall(local, local.wall + days * dayMs));
}

/** The same zone's clock at another time. */
export const atWall = ({ zone, isDay }: LocalTime, wall: number): LocalTime => ({
  wall,
  zone,
  isDay,
});

/** The suffix of an instance's id: `20260310` for a day, `20260310T140000Z` for a time. */
export function stampOf(local: LocalTime): string {
  const text = new Date(local.isDay ? local.wall : instantOf(local)).toISOString();
  return local.isDay
    ? text.slice(0, 10).replaceAll('-', '')
    : text.slice(0, 19).replaceAll(/[-:]/g, '') + 'Z';
}

function checked(milliseconds: number, written: string | undefined): number {
  if (Number.isNaN(milliseconds)) {
    throw new RangeError(`"${written ?? ''}" is neither a day nor a time.`);
  }
  return milliseconds;
}
