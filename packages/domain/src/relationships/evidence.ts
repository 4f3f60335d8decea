import { type BusinessDay, daysBetween } from '../time/business-day.ts';
import { plural } from '../text/plural.ts';
import type { StrengthLabel } from './strength.ts';

/** The days that a sentence counts: 6W. */
export const EVIDENCE_DAYS = 42;

/** The days in which replies to direct emails are counted: 26 weeks. */
export const ANSWER_DAYS = 182;

/** The most addresses of a direct email. */
export const DIRECT_ADDRESSES = 3;

/** With fewer direct emails the number of replies is not shown. */
const MIN_DIRECT_MAILS = 5;

export interface TouchFacts {
  /** Days in touch in the last `EVIDENCE_DAYS` days. */
  recentDays: number;
  lastDay: BusinessDay;
}

/** '12 days in touch in 6 weeks, last 3 days ago'. */
export function touchSentence({ recentDays, lastDay }: TouchFacts, today: BusinessDay): string {
  return `${plural(recentDays, 'day')} in touch in 6 weeks, last ${ago(lastDay, today)}`;
}

export interface Evidence extends TouchFacts {
  name: string;
  label: StrengthLabel;
  /** Direct emails of the colleague in the last `ANSWER_DAYS` days. */
  directMails: number;
  /** How many of them were replied to. */
  answeredMails: number;
}

/**
 * 'Ana · regular · in touch on 12 days in 6 weeks, last 3 days ago · they answered 7 of 9 (26
 * weeks)'; the answers only where there were five direct emails.
 */
export function evidenceLine(evidence: Evidence, today: BusinessDay): string {
  return [evidence.name, evidence.label, evidenceFacts(evidence, today)].join(' · ');
}

/** The evidence without the name and the label. */
export function evidenceFacts(
  { directMails, answeredMails, recentDays, lastDay }: Omit<Evidence, 'name' | 'label'>,
  today: BusinessDay,
): string {
  const parts = [
    `in touch on ${plural(recentDays, 'day')} in 6 weeks, last ${ago(lastDay, today)}`,
  ];
  if (directMails >= MIN_DIRECT_MAILS) {
    parts.push(`they answered ${answeredMails} of ${directMails} (26 weeks)`);
  }
  return parts.join(' · ');
}

/** 'today', 'yesterday', '3 days ago', '7 weeks ago'. */
function ago(day: BusinessDay, today: BusinessDay): string {
  const days = daysBetween(day, today);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  return days < 42 ? `${plural(days, 'day')} ago` : `${plural(Math.floor(days / 7), 'week')} ago`;
}
