import { type BusinessDay, daysBetween } from '../time/business-day.ts';
import { plural } from '../text/plural.ts';

/**
 * When an account or a person is said to go quiet: after six weeks without contact, where there were
 * six days in touch in the twelve weeks before. It is a fact, no prediction.
 */
export const quietRule = {
  /** Days without contact. */
  silentDays: 42,
  /** Days in touch in the `beforeDays` days that ended with the last contact. */
  minimumDays: 6,
  beforeDays: 84,
  /** After more days than this without contact it is no longer listed as quiet. */
  longSilentDays: 182,
} as const;

export interface Contact {
  lastDay: BusinessDay;
  /** Days in touch in the `quietRule.beforeDays` days that ended with it. */
  daysBefore: number;
}

export function isGoingQuiet({ lastDay, daysBefore }: Contact, today: BusinessDay): boolean {
  const silent = daysBetween(lastDay, today);
  return (
    silent >= quietRule.silentDays &&
    silent <= quietRule.longSilentDays &&
    daysBefore >= quietRule.minimumDays
  );
}

/** 'No contact for 6 weeks; before, 9 days in 12 weeks'. */
export function quietSentence({ lastDay, daysBefore }: Contact, today: BusinessDay): string {
  const weeks = Math.floor(daysBetween(lastDay, today) / 7);
  return `No contact for ${plural(weeks, 'week')}; before, ${plural(daysBefore, 'day')} in 12 weeks`;
}
