import { addDays, type BusinessDay } from '@repo/domain/time/business-day';
import { lazy } from '@repo/domain/lazy';
import { ownTimeZone } from './own-time-zone.ts';
import { timeFormatter } from './time-format.ts';
import { workspaceTimeZone } from './workspace-time-zone.ts';

/**
 * Formats days and times: in the time zone of the workspace, wherever the reader is, and in the
 * reader's own on pages that belong to no workspace.
 */

/** '2:05 PM', or '14:05' where the user chose 24 hours. */
export const formatTimeOfDay = timeFormatter(
  'en-US',
  { hour: 'numeric', minute: '2-digit' },
  workspaceTimeZone,
);
const INSTANT = { dateStyle: 'medium', timeStyle: 'short' } as const;
/** 'Nov 18, 2026, 2:05 PM' */
export const formatInstant = timeFormatter('en-US', INSTANT, workspaceTimeZone);
/** Formats an instant in the reader's own time zone, on every page. */
export const formatOwnInstant = timeFormatter('en-US', INSTANT, ownTimeZone);

// A day has no time zone: formatting in UTC leaves it unchanged.
const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = lazy(() => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }));
  return (day: BusinessDay) => format().format(new Date(`${day}T00:00:00Z`));
};

/** 'Nov 18' */
export const formatShortDay = dayFormat({ month: 'short', day: 'numeric' });
/** 'Wed, Nov 18' */
export const formatWeekday = dayFormat({ weekday: 'short', month: 'short', day: 'numeric' });
/** 'Nov 2026' */
export const formatMonth = dayFormat({ month: 'short', year: 'numeric' });
/** 'Nov 18, 2026' */
export const formatWholeDay = dayFormat({ dateStyle: 'medium' });
/** 'Wednesday, November 18' */
export const formatLongDay = dayFormat({ weekday: 'long', month: 'long', day: 'numeric' });
const formatLongDayOfYear = dayFormat({ dateStyle: 'full' });

/** 'Today', 'Yesterday', 'Wednesday, November 18', with the year where it is not this one. */
export function formatDayHeading(day: BusinessDay, today: BusinessDay): string {
  if (day === today) return 'Today';
  if (day === addDays(today, -1)) return 'Yesterday';
  return day.slice(0, 4) === today.slice(0, 4) ? formatLongDay(day) : formatLongDayOfYear(day);
}

export function isWeekend(day: BusinessDay): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}
