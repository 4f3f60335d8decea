import { plural } from '../text/plural.ts';
import { businessDayOf, daysBetween } from './business-day.ts';

/** Upper bounds in days and the unit below each (specification part 2, 'Account detail'). */
const steps = [
  { under: 7, unit: 'day', days: 1 },
  { under: 30, unit: 'week', days: 7 },
  { under: 365, unit: 'month', days: 30 },
  { under: Number.POSITIVE_INFINITY, unit: 'year', days: 365 },
] as const;

/**
 * The age of an instant in whole calendar days: 'Today', 'Yesterday', '3 days ago', '2 weeks
 * ago'.
 */
export function ageLabel(instant: Date, now: Date, timeZone?: string): string {
  const age = daysBetween(businessDayOf(instant, timeZone), businessDayOf(now, timeZone));
  if (age <= 0) return 'Today';
  if (age === 1) return 'Yesterday';
  for (const { under, unit, days } of steps) {
    if (age >= under) continue;
    const count = Math.floor(age / days);
    return `${plural(count, unit)} ago`;
  }
  throw new RangeError(`No age in days: ${age}.`);
}
