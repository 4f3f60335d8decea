import { lazy } from '../lazy.ts';

/** The time zone in which days begin and end for all users (specification part 2, section 9). */
export const businessTimeZone = 'America/New_York';

/** A calendar day in `businessTimeZone`, YYYY-MM-DD. Days compare as strings. */
export type BusinessDay = string;

const dayMilliseconds = 24 * 60 * 60 * 1000;

const formatter = lazy(
  () =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone: businessTimeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
);

const clock = lazy(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: businessTimeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
);

/** The day on which an instant falls. */
export function businessDayOf(instant: Date): BusinessDay {
  return formatter().format(instant);
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

/** The instant at which a day begins: midnight in `businessTimeZone`. */
export function startOfBusinessDay(day: BusinessDay): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  // New York is behind UTC by four or five hours; the offset at the first guess is the one that
  // is valid at midnight, since its clocks change at two in the morning.
  const guess = asUtc + 5 * 60 * 60 * 1000;
  return new Date(asUtc - offsetAt(new Date(guess)));
}

/** Whether a text is a day that exists: '2026-02-30' is none. */
export function isBusinessDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function offsetAt(instant: Date): number {
  const part = Object.fromEntries(
    clock()
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const local = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second);
  return local - Math.floor(instant.getTime() / 1000) * 1000;
}
