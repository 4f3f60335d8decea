import { lazy } from '../lazy.ts';

/**
 * The time zone in which days begin and end where no other is chosen (specification part 2,
 * section 9).
 */
export const businessTimeZone = 'America/New_York';

/** A calendar day in a time zone, `businessTimeZone` unless stated, YYYY-MM-DD. Days compare as strings. */
export type BusinessDay = string;

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The day on which an instant falls. */
export function businessDayOf(instant: Date, timeZone = businessTimeZone): BusinessDay {
  return formatsOf(timeZone).day().format(instant);
}

/** The day `count` days after `day`, before it when negative. */
export function addDays(day: BusinessDay, count: number): BusinessDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMilliseconds)
    .toISOString()
    .slice(0, 10);
}

/** The number of days from `earlier` to `later`; negative if `later` is before. */
export function daysBetween(earlier: BusinessDay, later: BusinessDay): number {
  return Math.round((Date.parse(later) - Date.parse(earlier)) / dayMilliseconds);
}

/**
 * The first instant of a day: midnight, or when the clocks go on where they skip midnight. A day that
 * a time zone left out when it changed sides of the date line has no instants: it begins with the next.
 */
export function startOfBusinessDay(day: BusinessDay, timeZone = businessTimeZone): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  const before = offsetAt(asUtc - dayMilliseconds, timeZone);
  const after = offsetAt(asUtc + dayMilliseconds, timeZone);
  // Where the clocks pass midnight twice, the first time counts: that with the larger offset.
  const midnight = [Math.max(before, after), Math.min(before, after)].find(
    (offset) => offsetAt(asUtc - offset, timeZone) === offset,
  );
  return new Date(asUtc - (midnight ?? before));
}

/** Whether a text is a day that exists: '2026-02-30' does not. */
export function isBusinessDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** The offset of a time zone's clocks from UTC at an instant; milliseconds, positive when ahead. */
function offsetAt(time: number, timeZone: string): number {
  const part = Object.fromEntries(
    formatsOf(timeZone)
      .clock()
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const local = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second);
  return local - Math.floor(time / 1000) * 1000;
}

interface Formats {
  day: () => Intl.DateTimeFormat;
  clock: () => Intl.DateTimeFormat;
}

/** Creating a format takes a hundred times as long as using it; there are some 600 time zones. */
const formats = new Map<string, Formats>();

function formatsOf(timeZone: string): Formats {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const date = { timeZone, year: 'numeric' } as const;
  const made: Formats = {
    day: lazy(
      () => new Intl.DateTimeFormat('en-CA', { ...date, month: '2-digit', day: '2-digit' }),
    ),
    clock: lazy(
      () =>
        new Intl.DateTimeFormat('en-US', {
          ...date,
          hourCycle: 'h23',
          month: 'numeric',
          day: 'numeric',
          hour: 'numeric',
          minute: 'numeric',
          second: 'numeric',
        }),
    ),
  };
  formats.set(timeZone, made);
  return made;
}
