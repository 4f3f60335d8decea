import {
  addDays,
  type BusinessDay,
  businessDayOf,
  startOfBusinessDay,
} from '../time/business-day.ts';

/** Whether a day is from Monday to Friday. Holidays are not known. */
export function isWorkingDay(day: BusinessDay): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday >= 1 && weekday <= 5;
}

/**
 * Returns the instant that is `count` working days before `now`, at the same time of day in a time zone. A
 * weekend counts as the beginning of the Monday after it: on Sunday, one working day ago is the beginning of
 * Friday.
 */
export function workingDaysBefore(now: Date, count: number, timeZone: string): Date {
  const today = businessDayOf(now, timeZone);
  const elapsed = isWorkingDay(today) ? elapsedOf(now, today, timeZone) : 0;
  let day = today;
  while (!isWorkingDay(day)) day = addDays(day, 1);
  for (let left = count; left > 0; left -= 1) {
    do day = addDays(day, -1);
    while (!isWorkingDay(day));
  }
  return atElapsed(day, elapsed, timeZone);
}

/** Returns the instant that is `count` days before `now`, at the same time of day in a time zone. */
export function daysBefore(now: Date, count: number, timeZone: string): Date {
  const today = businessDayOf(now, timeZone);
  return atElapsed(addDays(today, -count), elapsedOf(now, today, timeZone), timeZone);
}

const elapsedOf = (now: Date, day: BusinessDay, timeZone: string) =>
  now.getTime() - startOfBusinessDay(day, timeZone).getTime();

/** A day on which the clocks change can be too short for the time of day; then its end counts. */
function atElapsed(day: BusinessDay, elapsed: number, timeZone: string): Date {
  const end = startOfBusinessDay(addDays(day, 1), timeZone).getTime();
  return new Date(Math.min(startOfBusinessDay(day, timeZone).getTime() + elapsed, end));
}
