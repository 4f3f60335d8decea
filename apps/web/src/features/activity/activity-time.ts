import { addDays } from '@repo/domain/time/business-day';
import { formatInstant, formatTimeOfDay, formatWeekday } from '#lib/time/business-time.ts';
import { dayOf } from '#lib/time/workspace-day.ts';

const MINUTE_MS = 60_000;

/** 'Wed, Nov 18, 2:00 PM – 3:00 PM', with the second day where it ends on another. */
export function formatSpan(start: Date, end: Date | undefined): string {
  const day = formatWeekday(dayOf(start));
  const from = `${day}, ${formatTimeOfDay(start)}`;
  if (end === undefined || end <= start) return from;
  return dayOf(end) === dayOf(start)
    ? `${from} – ${formatTimeOfDay(end)}`
    : `${from} – ${formatInstant(end)}`;
}

/** 'Wed, Nov 18, all day', 'Wed, Nov 18 – Fri, Nov 20, all day': the end is midnight after the last day. */
export function formatDays(start: Date, end: Date | undefined): string {
  const first = dayOf(start);
  const last = end === undefined ? first : addDays(dayOf(end), -1);
  return last > first
    ? `${formatWeekday(first)} – ${formatWeekday(last)}, all day`
    : `${formatWeekday(first)}, all day`;
}

/** '45 min', '1 h', '1 h 30 min' */
export function formatLength(start: Date, end: Date): string {
  const minutes = Math.round((end.getTime() - start.getTime()) / MINUTE_MS);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : '']
    .filter(Boolean)
    .join(' ');
}

/** '4:05', '1:04:05': how far into a call something was said. */
export function formatPosition(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ].map((part) => String(part));
  const tail = rest?.padStart(2, '0');
  return hours === '0' ? `${minutes}:${tail}` : `${hours}:${minutes?.padStart(2, '0')}:${tail}`;
}
