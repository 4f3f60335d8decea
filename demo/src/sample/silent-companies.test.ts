import { isGoingQuiet } from '@repo/domain/relationships/going-quiet';
import { addDays, businessDayOf, daysBetween } from '@repo/domain/time/business-day';
import { expect, it } from 'vitest';
import { sampleCompanies } from './companies.ts';
import { makeSampleCalls } from './make-sample-calls.ts';
import { makeSampleMails } from './make-sample-mails.ts';
import { makeSampleMeetings } from './make-sample-meetings.ts';

/** The days of emails, meetings and calls with a company, also those that lie ahead. */
function contactDays(domain: string, now: Date): Set<string> {
  const isTheirs = (email: string) => email.endsWith(`@${domain}`);
  const dates = [
    ...makeSampleMails(now)
      .filter(({ from, to }) => [from, ...to].some(({ email }) => isTheirs(email)))
      .map(({ date }) => date),
    ...makeSampleMeetings(now)
      .filter(({ event }) => event.attendees?.some(({ email }) => isTheirs(email)))
      .map(({ event }) => new Date(event.start.dateTime ?? 0)),
    ...makeSampleCalls(now)
      .flatMap(({ calls }) => calls)
      .filter((call) => call.meeting_attendees?.some(({ email }) => isTheirs(email ?? '')))
      .map(({ date }) => new Date(date)),
  ];
  return new Set(dates.map((date) => businessDayOf(date)));
}

it('has a company that is going quiet, on whatever day the demo starts', () => {
  for (let month = 0; month < 12; month += 1) {
    const now = new Date(Date.parse('2026-11-22T17:00:00Z') + month * 30.3 * 86_400_000);
    const today = businessDayOf(now);
    const quiet = sampleCompanies.filter(({ domain }) => {
      const days = [...contactDays(domain, now)].sort();
      const lastDay = days.at(-1) ?? addDays(today, -365);
      const daysBefore = days.filter((day) => daysBetween(day, lastDay) < 84).length;
      return isGoingQuiet({ lastDay, daysBefore }, today);
    });
    expect(quiet.map(({ name }) => name)).toContain('Juniper Retail');
  }
});
