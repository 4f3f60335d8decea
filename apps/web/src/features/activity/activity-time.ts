import { businessDayOf } from '@repo/domain/time/business-day';
import { formatInstant, formatTimeOfDay, formatWeekday } from '../../lib/time/business-time.ts';

const MINUTE_MS = 60_000;

/** 'Wed, Nov 18, 2:00 PM – 3:00 PM', with the second day where it ends on another. */
export function formatSpan(start: Date, end: Date | undefined): string {
  const day = formatWeekday(businessDayOf(start));
  const from = `${day}, ${formatTimeOfDay(start)}`;
  if (end === undefined || end <= start) return from;
  return businessDayOf(end) === businessDayOf(start)
    ? `${from} – ${formatTimeOfDay(end)}`
    : `${from} – ${formatInstant(end)}`;
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
