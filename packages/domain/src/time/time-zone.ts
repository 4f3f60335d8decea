import { type BusinessDay, businessTimeZone } from './business-day.ts';

/** The time zone of users and workspaces that chose no other (specification part 2, section 9). */
export const defaultTimeZone = businessTimeZone;

export interface LocalTime {
  /** The calendar day there. */
  day: BusinessDay;
  /** 0 to 23. */
  hour: number;
}

/**
 * Whether a text names an IANA time zone, such as 'Europe/Berlin' or 'UTC'. Offsets such as '+02:00' are not,
 * because they do not follow the clocks of a place.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]*$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * The day and the hour that the clocks of a time zone show.
 *
 * @throws RangeError for a time zone that does not exist
 */
export function localTime(instant: Date, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '' } = parts;
  return { day: `${year.padStart(4, '0')}-${month}-${day}`, hour: Number(hour) };
}

const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
