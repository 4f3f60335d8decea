import type { ActivityToCapture } from './activity-to-capture.ts';

let made = 0;

/** An email from a company to its reader, with a Message-ID of its own unless one is given. */
export function sampleMail(given: Partial<ActivityToCapture> = {}): ActivityToCapture {
  made += 1;
  return {
    externalId: `mail-${made}`,
    key: `message-id:<${made}@acme.com>`,
    type: 'email',
    occurredAt: new Date(Date.now() - 60_000),
    title: `Mail ${made}`,
    summary: `Summary ${made}`,
    participants: [
      { name: 'Ann', email: 'ann@acme.com', role: 'from' },
      { name: 'Me', email: 'me@home.example', role: 'to' },
    ],
    messageIds: [`<${made}@acme.com>`],
    ...given,
  };
}

/** An email that is found by its name, and refers to others by theirs. */
export const namedMail = (name: string, ...refersTo: string[]): ActivityToCapture =>
  sampleMail({
    externalId: name,
    key: name,
    title: name,
    messageIds: [name, ...refersTo].map((one) => `<${one}@acme.com>`),
  });

/** A meeting of both, an hour long. */
export function sampleMeeting(given: Partial<ActivityToCapture> = {}): ActivityToCapture {
  made += 1;
  const startTime = given.occurredAt ?? new Date(Date.now() - 7_200_000);
  return {
    externalId: `meeting-${made}`,
    key: `ical:${made}@${startTime.toISOString()}`,
    series: `ical:${made}`,
    type: 'calendar',
    occurredAt: startTime,
    title: `Meeting ${made}`,
    summary: '',
    participants: [
      { name: 'Ann', email: 'ann@acme.com', role: 'other' },
      { name: 'Me', email: 'me@home.example', role: 'other' },
    ],
    startTime,
    endTime: new Date(startTime.getTime() + 3_600_000),
    ...given,
  };
}
