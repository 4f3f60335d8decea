import type { CalendarEvent } from '@repo/sandbox/google-calendar/calendar-event';
import { addressOf, isInTouch, type SampleCompany, sampleCompanies } from './companies.ts';
import { samplePeople } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { workingTime } from './working-time.ts';

const minute = 60_000;
const weeks = 12;

export interface SampleMeeting {
  /** Whose calendars it is in. */
  ours: string[];
  event: CalendarEvent;
}

const subjects = [
  'Weekly check-in',
  'Roadmap review',
  'Pricing call',
  'Security questions',
  'Demo',
];

/**
 * Twelve weeks of made-up meetings with the sample companies, and a few in the two weeks to come.
 */
export function makeSampleMeetings(now: Date): SampleMeeting[] {
  const random = createRandom(21);
  return sampleCompanies.flatMap((company) =>
    Array.from({ length: weeks + 2 }, (_, week) => week - 2)
      .filter(() => random.next() < company.frequency / 5)
      .map((week) => oneMeeting(company, week, now, random))
      .filter(({ event }) => isInTouch(company, new Date(event.start.dateTime ?? now), now)),
  );
}

function oneMeeting(
  company: SampleCompany,
  week: number,
  now: Date,
  random: Random,
): SampleMeeting {
  const start = workingTime(now, week * 7 + random.between(0, 4), random);
  const theirs = company.people.slice(0, random.between(1, company.people.length));
  const ours = company.ours.slice(0, random.between(1, company.ours.length)).flatMap(emailOf);
  const title = `${company.name}: ${random.pick(subjects)}`;
  const id = `${company.domain.replaceAll(/[^a-v0-9]/g, '')}${start.getTime()}`;
  const at = (time: number) => ({ dateTime: new Date(time).toISOString() });
  return {
    ours,
    event: {
      id,
      iCalUID: `${id}@${company.domain}`,
      summary: title,
      description: 'Agenda: open questions, next steps.',
      location: random.next() < 0.4 ? `${company.name}, meeting room` : 'Video call',
      start: at(start.getTime()),
      end: at(start.getTime() + random.pick([30, 45, 60]) * minute),
      organizer: { email: ours[0] ?? '' },
      attendees: [
        ...ours.map((email) => ({ email, responseStatus: 'accepted' as const })),
        ...theirs.map((name) => ({
          email: addressOf(name, company.domain),
          displayName: name,
          responseStatus: 'accepted' as const,
        })),
      ],
    },
  };
}

const emailOf = (local: string): string[] =>
  samplePeople.filter(({ email }) => email.startsWith(`${local}@`)).map(({ email }) => email);
