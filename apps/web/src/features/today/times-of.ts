import type { TodayMeeting } from '@repo/contract/today';
import { addDays } from '@repo/domain/time/business-day';
import { formatShortDay, formatTimeOfDay } from '#lib/time/business-time.ts';
import { dayOf } from '#lib/time/workspace-day.ts';

/** 'Today, 2:00 PM – 3:00 PM', 'Tomorrow, all day' */
export function timesOf({ startTime, endTime, isAllDay }: TodayMeeting, now: Date): string {
  const [start, end] = [new Date(startTime), new Date(endTime)];
  const today = dayOf(now);
  const day = dayOf(start);
  const label =
    day === today ? 'Today' : day === addDays(today, 1) ? 'Tomorrow' : formatShortDay(day);
  if (isAllDay) return `${label}, all day`;
  return `${label}, ${formatTimeOfDay(start)} – ${formatTimeOfDay(end)}`;
}
