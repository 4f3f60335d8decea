import { lazy } from '@repo/domain/lazy';
import { isFullServer } from '../server-level.ts';
import { readText, writeText } from '../storage.ts';

/** The format of times of day: '2:05 PM', '14:05', or that of the browser's language. */
export type TimeFormat = '12-hour' | '24-hour' | 'automatic';

const KEY = 'time-format';

/** The setting of this browser; the format of the specification until another is chosen. */
export function readTimeFormat(): TimeFormat {
  const stored = isFullServer() ? readText(KEY) : undefined;
  return stored === '24-hour' || stored === 'automatic' ? stored : '12-hour';
}

export function writeTimeFormat(format: TimeFormat): void {
  writeText(KEY, format);
}

/**
 * A format of times in the chosen way and in a time zone, as a function. Formats are made on first
 * use, and both choices are read for each time, so that a change shows in whatever is rendered next.
 */
export function timeFormatter(
  locale: string,
  options: Intl.DateTimeFormatOptions,
  timeZone: () => string,
): (instant: Date) => string {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (instant) => {
    const hourCycle = is24Hour(readTimeFormat()) ? 'h23' : 'h12';
    const zone = timeZone();
    const key = `${hourCycle} ${zone}`;
    const format =
      made.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone, hourCycle });
    made.set(key, format);
    // The narrow no-break space of newer locale data, which people do not search for.
    return format.format(instant).replace('\u202f', ' ');
  };
}

const isBrowser24Hour = lazy(
  () => new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === false,
);

const is24Hour = (format: TimeFormat): boolean =>
  format === 'automatic' ? isBrowser24Hour() : format === '24-hour';
