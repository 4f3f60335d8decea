import type { CalendarEvent, EventTime } from '../google-calendar/calendar-event.ts';
import type { StoredEntry } from '../google-calendar/calendar-store.ts';
import { wholeEvent } from '../google-calendar/whole-event.ts';
import type { BearerAccess } from '../google-oauth/require-access.ts';
import type { GraphContext } from './graph-context.ts';

const PREFIX = 'AAkALgE';
const types = {
  single: 'singleInstance',
  series: 'seriesMaster',
  instance: 'occurrence',
  exception: 'exception',
} as const;
const responses = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentativelyAccepted',
  needsAction: 'notResponded',
} as const;
const sensitivities = { private: 'private', confidential: 'confidential' } as Record<
  string,
  string
>;

export const eventId = (id: string): string => `${PREFIX}${Buffer.from(id).toString('base64url')}`;

/** The event of the calendar that an id stands for. */
export const readEventId = (id: string): string =>
  id.startsWith(PREFIX) ? Buffer.from(id.slice(PREFIX.length), 'base64url').toString() : '';

/** An occurrence as changes have it: its times, and the series that has everything else. */
export function bareOccurrence({ id, series, startsAt, endsAt, version }: StoredEntry): object {
  return {
    '@odata.type': '#microsoft.graph.event',
    '@odata.etag': `W/"${version}"`,
    id: eventId(id),
    type: 'occurrence',
    seriesMasterId: eventId(series ?? ''),
    start: inUtc(startsAt),
    end: inUtc(endsAt),
  };
}

/** An event as Graph returns it to the calendar's owner, in UTC and without HTML. */
export function eventResource(
  { calendars }: GraphContext,
  { person }: BearerAccess,
  entry: StoredEntry,
): Record<string, unknown> {
  const event = wholeEvent(calendars, entry);
  const own = [person.address, ...person.aliases];
  const isOwn = (email: string) => own.includes(email.toLowerCase());
  const organizer = event.organizer ?? { email: person.address, displayName: person.name };
  const answer = event.attendees?.find(({ email }) => isOwn(email))?.responseStatus;
  const { kind, series, startsAt, uid, updatedAt, version, createdAt } = entry;
  const master = series === undefined ? undefined : calendars.find(entry.owner, series);
  const modifiedAt = kind === 'instance' ? (master?.updatedAt ?? updatedAt) : updatedAt;
  return {
    '@odata.etag': `W/"${version}"`,
    id: eventId(entry.id),
    type: types[kind],
    seriesMasterId: series === undefined ? null : eventId(series),
    // Each occurrence has one of its own.
    iCalUId: kind === 'instance' || kind === 'exception' ? `${uid}/${startsAt}` : uid,
    createdDateTime: new Date(createdAt).toISOString(),
    lastModifiedDateTime: new Date(modifiedAt).toISOString(),
    subject: event.summary ?? '',
    bodyPreview: (event.description ?? '').slice(0, 255),
    body: { contentType: 'text', content: event.description ?? '' },
    location: { displayName: event.location ?? '' },
    start: timeOf(event.start, entry.startsAt),
    end: timeOf(event.end, entry.endsAt),
    isAllDay: event.start.date !== undefined,
    isCancelled: entry.cancelled,
    isOrganizer: isOwn(organizer.email),
    sensitivity: sensitivities[event.visibility ?? ''] ?? 'normal',
    showAs: 'busy',
    responseStatus: { response: answer === undefined ? 'organizer' : responses[answer] },
    organizer: { emailAddress: { name: organizer.displayName ?? '', address: organizer.email } },
    attendees: attendeesOf(event),
  };
}

const attendeesOf = ({ attendees = [] }: CalendarEvent): object[] =>
  attendees.map(({ email, displayName, responseStatus = 'needsAction', resource, optional }) => ({
    type: resource === true ? 'resource' : optional === true ? 'optional' : 'required',
    status: { response: responses[responseStatus] },
    emailAddress: { name: displayName ?? '', address: email },
  }));

/** A day is midnight, whatever the zone. */
const timeOf = ({ date }: EventTime, instant: number): object =>
  date === undefined ? inUtc(instant) : { dateTime: `${date}T00:00:00.0000000`, timeZone: 'UTC' };

const inUtc = (instant: number): object => ({
  dateTime: `${new Date(instant).toISOString().slice(0, 23)}0000`,
  timeZone: 'UTC',
});
