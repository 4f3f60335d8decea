import { addDays, type BusinessDay } from '@repo/domain/time/business-day';
import { formatShortDay, formatWeekday, isWeekend } from '#lib/time/business-time.ts';
import { DAY_WIDTH } from './bubble-path.ts';
import { dayOf } from '#lib/time/workspace-day.ts';

/** The last `count` days, oldest first, ending with the day of `now`. */
export function lastDays(count: number, now: Date): BusinessDay[] {
  const today = dayOf(now);
  return Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count));
}

/** 'Thu, Nov 12', or 'Today, Nov 21'. */
export function dayName(day: BusinessDay, today: BusinessDay): string {
  return day === today ? `Today, ${formatShortDay(day)}` : formatWeekday(day);
}

/** The picture behind every row's bubbles: weekends shaded, today marked, the centre line. */
export function timelineBackground(days: readonly BusinessDay[]): string {
  const stripes = days.flatMap((day, index) => {
    const colour =
      index === days.length - 1
        ? 'var(--color-bubble-today)'
        : isWeekend(day)
          ? 'var(--color-bubble-weekend)'
          : 'transparent';
    return [`${colour} ${index * DAY_WIDTH}px ${(index + 1) * DAY_WIDTH}px`];
  });
  const centre =
    'linear-gradient(var(--color-bubble-centre), var(--color-bubble-centre)) center / 100% 1px no-repeat';
  return `${centre}, linear-gradient(90deg, ${stripes.join(', ')})`;
}
