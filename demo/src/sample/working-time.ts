import type { Random } from './random.ts';

const [hour, day] = [3_600_000, 86_400_000];

/** A weekday between nine and five o'clock in New York, give or take its summer time. */
export function workingTime(now: Date, daysAgo: number, random: Random): Date {
  const midnight = Math.floor((now.getTime() - daysAgo * day) / day) * day;
  const date = new Date(midnight + random.between(14, 21) * hour + random.between(0, 59) * 60_000);
  const weekday = date.getUTCDay();
  const back = weekday === 0 ? 2 : weekday === 6 ? 1 : 0;
  return new Date(date.getTime() - back * day);
}
