import { addDays, businessDayOf, type BusinessDay } from '@repo/domain/business-day';
import { DAY_WIDTH } from './bubble-path.ts';

const format = new Intl.DateTimeFormat('en', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
});

/** The last `count` days, oldest first, ending with the one that `now` is in. */
export function lastDays(count: number, now: Date): BusinessDay[] {
  const today = businessDayOf(now);
  return Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count));
}

/** 'Thu, Nov 12', or 'Today, Nov 21'. */
export function dayName(day: BusinessDay, today: BusinessDay): string {
  const text = format.format(new Date(`${day}T00:00:00Z`));
  return day === today ? text.replace(/^[^,]+/, 'Today') : text;
}

function isWeekend(day: BusinessDay): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
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
