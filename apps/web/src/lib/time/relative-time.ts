import { lazy } from '@repo/domain/lazy';
import { isFullServer } from '../server-level.ts';
import { formatInstant, formatOwnInstant } from './business-time.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The age in seconds from which a time is given in this unit. */
const STEPS: readonly [from: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [365 * DAY, 'year', 365 * DAY],
  [30 * DAY, 'month', 30 * DAY],
  [7 * DAY, 'week', 7 * DAY],
  [DAY, 'day', DAY],
  [HOUR, 'hour', HOUR],
  [MINUTE, 'minute', MINUTE],
];

const relative = {
  long: lazy(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' })),
  short: lazy(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })),
};

/**
 * "5 minutes ago", "yesterday", "in 2 weeks"; "just now" within a minute. Whole units, rounded
 * down.
 *
 * @param style `short` where there is little room: "5 min. ago".
 */
export function formatRelativeTime(
  time: Date,
  now: Date,
  style: keyof typeof relative = 'long',
): string {
  const seconds = (time.getTime() - now.getTime()) / 1000;
  const age = Math.abs(seconds);
  for (const [from, unit, length] of STEPS) {
    if (age >= from) return relative[style]().format(Math.trunc(seconds / length), unit);
  }
  return 'just now';
}

/**
 * The tooltip of a time: 'Nov 21, 2026, 2:58 PM', followed by the reader's own time if that is different:
 * 'Nov 21, 2026, 2:58 PM (Nov 22, 2026, 6:58 AM your time)'.
 */
export function formatExactTime(time: Date): string {
  const shown = formatInstant(time);
  const own = isFullServer() ? formatOwnInstant(time) : shown;
  return own === shown ? shown : `${shown} (${own} your time)`;
}
