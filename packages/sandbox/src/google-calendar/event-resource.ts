import type { Owner } from '../owners/owner-store.ts';
import type { CalendarEvent, EventPerson } from './calendar-event.ts';
import type { CalendarStore, StoredEntry } from './calendar-store.ts';
import { wholeEvent } from './whole-event.ts';

/** An event as Google's API returns it to the calendar's owner. */
export function eventResource(
  store: CalendarStore,
  owner: Owner,
  entry: StoredEntry,
): Record<string, unknown> {
  const event = wholeEvent(store, entry);
  const head = {
    kind: 'calendar#event',
    etag: `"${entry.version}000000"`,
    id: entry.id,
    status: entry.cancelled ? 'cancelled' : (event.status ?? 'confirmed'),
  };
  if (entry.bare) {
    return { ...head, ...whereItBelongs(store, entry, event) };
  }
  const organizer = withSelf(owner, event.organizer ?? ownPerson(owner));
  return {
    ...head,
    htmlLink: `https://www.google.com/calendar/event?eid=${eventLinkId(entry, owner)}`,
    created: event.created ?? new Date(entry.createdAt).toISOString(),
    updated: new Date(entry.updatedAt).toISOString(),
    ...pick(event, ['summary', 'description', 'location']),
    creator: organizer,
    organizer,
    ...pick(event, ['start', 'end', 'recurrence', 'recurringEventId', 'originalStartTime']),
    ...pick(event, ['transparency', 'visibility', 'iCalUID']),
    sequence: event.sequence ?? 0,
    ...(event.attendees === undefined ? {} : { attendees: attendeesOf(owner, event) }),
    ...conference(event),
    reminders: { useDefault: true },
    eventType: event.eventType ?? 'default',
  };
}

/**
 * Google vouches for an id alone; for the cancelled instance of an event that goes on, also for
 * which instance it was.
 */
function whereItBelongs(
  store: CalendarStore,
  entry: StoredEntry,
  event: CalendarEvent,
): Partial<CalendarEvent> {
  const isGone =
    entry.series === undefined || store.find(entry.owner, entry.series)?.cancelled !== false;
  return isGone ? {} : pick(event, ['recurringEventId', 'originalStartTime']);
}

function attendeesOf(owner: Owner, event: CalendarEvent): object[] {
  const organizer = (event.organizer?.email ?? owner.address).toLowerCase();
  return (event.attendees ?? []).map(({ responseStatus = 'needsAction', ...attendee }) => ({
    ...withSelf(owner, attendee),
    ...(attendee.email.toLowerCase() === organizer ? { organizer: true } : {}),
    responseStatus,
  }));
}

function ownPerson({ address, name }: Owner): EventPerson {
  return name === address ? { email: address } : { email: address, displayName: name };
}

function withSelf<Person extends EventPerson>(owner: Owner, person: Person): Person {
  return [owner.address, ...owner.aliases].includes(person.email.toLowerCase())
    ? { ...person, self: true }
    : person;
}

function conference({ hangoutLink, conferenceData }: CalendarEvent): object {
  if (hangoutLink === undefined) {
    return conferenceData === undefined ? {} : { conferenceData };
  }
  return {
    hangoutLink,
    conferenceData: conferenceData ?? {
      conferenceId: new URL(hangoutLink).pathname.slice(1),
      conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
      entryPoints: [{ entryPointType: 'video', uri: hangoutLink }],
    },
  };
}

function eventLinkId({ id }: StoredEntry, { address }: Owner): string {
  return Buffer.from(`${id} ${address}`).toString('base64url');
}

function pick<Name extends keyof CalendarEvent>(
  event: CalendarEvent,
  names: readonly Name[],
): Pick<CalendarEvent, Name> {
  return Object.fromEntries(
    names.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])),
  ) as Pick<CalendarEvent, Name>;
}
