import { calendarPassword, type CalendarServer } from './start-calendars.ts';

/** The owner of a calendar, who changes it with another program. */
export function createOwner({ port, user, calendar }: CalendarServer) {
  const send = async (method: string, path: string, body?: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${calendarPassword}`).toString('base64')}`,
        ...(body !== undefined && { 'content-type': 'text/calendar; charset=utf-8' }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
  };
  return {
    put: (name: string, ics: string, folder = calendar) => send('PUT', `${folder}${name}.ics`, ics),
    remove: (name: string, folder = calendar) => send('DELETE', `${folder}${name}.ics`),
    makeCalendar: (folder: string) => send('MKCALENDAR', folder),
    removeCalendar: (folder: string) => send('DELETE', folder),
  };
}

export interface TestEvent {
  uid: string;
  title: string;
  start: Date;
  /** More lines: a rule, exceptions. */
  more?: readonly string[];
  /** Further events of the same resource: changed occurrences. */
  others?: readonly string[][];
  guest?: string;
  /** Alice has declined. */
  hasDeclined?: boolean;
}

const stampOf = (date: Date): string =>
  `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** An event of alice@example.org with someone at acme.com. */
export function writeEvent({
  uid,
  title,
  start,
  more = [],
  others = [],
  guest = 'bob@acme.com',
  hasDeclined = false,
}: TestEvent) {
  const event = (lines: readonly string[]) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20240101T000000Z',
    'DURATION:PT1H',
    'ORGANIZER;CN=Alice:mailto:alice@example.org',
    `ATTENDEE;PARTSTAT=${hasDeclined ? 'DECLINED' : 'ACCEPTED'}:mailto:alice@example.org`,
    `ATTENDEE;CN=Bob:mailto:${guest}`,
    ...lines,
    'END:VEVENT',
  ];
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//test//EN',
    ...event([`SUMMARY:${title}`, `DTSTART:${stampOf(start)}`, ...more]),
    ...others.flatMap(event),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

export { stampOf };
