import { someOf } from '../text/plural.ts';
import type { BusinessDay } from '../time/business-day.ts';
import { type TouchFacts, touchSentence } from './evidence.ts';

/** With fewer direct emails the number of replies is not shown. */
const MIN_DIRECT_MAILS = 5;

export interface Evidence extends TouchFacts {
  /** Direct emails of the colleague in the last `ANSWER_DAYS` days. */
  directMails: number;
  /** How many of them were replied to. */
  answeredMails: number;
}

/**
 * '12 days in touch in 6 weeks, last 3 days ago · answered 7 of 9 emails in 26 weeks'; the answers
 * only where there were five direct emails.
 */
export function evidenceFacts(
  { directMails, answeredMails, ...facts }: Evidence,
  today: BusinessDay,
): string {
  const touch = touchSentence(facts, today);
  return directMails < MIN_DIRECT_MAILS
    ? touch
    : `${touch} · answered ${someOf(answeredMails, directMails, 'email')} in 26 weeks`;
}
