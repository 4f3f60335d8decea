import { type BusinessDay, daysBetween } from '../time/business-day.ts';
import { plural } from '../text/plural.ts';

/** The days that a sentence counts: 6W. */
export const EVIDENCE_DAYS = 42;

/** The days in which replies to direct emails are counted: 26 weeks. */
export const ANSWER_DAYS = 182;

/** The most addresses of a direct email. */
export const DIRECT_ADDRESSES = 3;

export interface TouchFacts {
  /** Days in touch in the last `EVIDENCE_DAYS` days. */
  recentDays: number;
  lastDay: BusinessDay;
}

/** '12 days in touch in 6 weeks, last 3 days ago', or 'Last in touch 9 weeks ago'. */
export function touchSentence({ recentDays, lastDay }: TouchFacts, today: BusinessDay): string {
  const last = ago(lastDay, today);
  return recentDays > 0
    ? `${plural(recentDays, 'day')} in touch in 6 weeks, last ${last}`
    : `Last in touch ${last}`;
}

/** 'today', 'yesterday', '3 days ago', '7 weeks ago'. */
function ago(day: BusinessDay, today: BusinessDay): string {
  const days = daysBetween(day, today);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  return days < 42 ? `${plural(days, 'day')} ago` : `${plural(Math.floor(days / 7), 'week')} ago`;
}
