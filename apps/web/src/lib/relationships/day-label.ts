import { daysBetween } from '@repo/domain/time/business-day';
import { plural } from '@repo/domain/text/plural';

/** 'Today', 'Yesterday', '3 days ago', '7 weeks ago'; days are YYYY-MM-DD. */
export function dayLabel(day: string, today: string): string {
  const days = daysBetween(day, today);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return days < 42 ? `${plural(days, 'day')} ago` : `${plural(Math.floor(days / 7), 'week')} ago`;
}
