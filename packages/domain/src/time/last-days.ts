import { addDays, businessDayOf, startOfBusinessDay } from './business-day.ts';

/**
 * The first instant that is at most `days` days ago, counted in whole days: what happened from then
 * on was within these days, what happened before was not.
 */
export function startOfLastDays(days: number, now: Date, timeZone?: string): Date {
  return startOfBusinessDay(addDays(businessDayOf(now, timeZone), -days), timeZone);
}
