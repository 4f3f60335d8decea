import type { calendar_v3 } from '@googleapis/calendar';
import { isBusinessDay, startOfBusinessDay } from '@repo/domain/time/business-day';
import type { ActivityToCapture } from '../../modules/integrations/provider.ts';

type Event = calendar_v3.Schema$Event;
type Participants = ActivityToCapture['participants'];

/** Types of events that people create for themselves. */
const notMeetings = new Set(['birthday', 'focusTime', 'outOfOffice', 'workingLocation']);
/** Addresses of rooms and calendars, and the placeholder for an organizer that Google withholds. */
const notPeople =
  /@(resource|group)(\.v)?\.calendar\.google\.com$|^unknownorganizer@calendar\.google\.com$/i;
const summaryLength = 200;

/**
 * Maps an event to an activity; undefined when it is not one: cancelled, declined by the calendar's
 * owner, without other people, or not a meeting.
 *
 * @throws Error when it has no usable id or time.
 */
export function mapEvent(event: Event): ActivityToCapture | undefined {
  const { id, status, eventType, iCalUID } = event;
  if (status === 'cancelled' || notMeetings.has(eventType ?? '') || hasDeclined(event)) {
    return undefined;
  }
  const participants = participantsOf(event);
  if (participants.length < 2) return undefined;
  if (!id) throw new Error('Google Calendar gave an event without an id.');
  const start = timeOf(event.start);
  if (start === undefined) throw new Error(`The event ${id} has no usable time.`);
  const end = timeOf(event.end);
  const description = event.description ?? '';
  return {
    externalId: id,
    key: `ical:${iCalUID ?? id}@${start.toISOString()}`,
    type: 'calendar',
    occurredAt: start,
    title: collapse(event.summary ?? ''),
    summary: collapse(withoutTags(description)).slice(0, summaryLength),
    participants,
    ...(event.location && { location: event.location }),
    startTime: start,
    ...(end !== undefined && { endTime: end }),
    // Descriptions that people type in Google Calendar are HTML, those of others plain text.
    ...(description !== '' &&
      (/<[a-z][^<>]*>/i.test(description) ? { htmlBody: description } : { textBody: description })),
    metadata: { status: status ?? 'confirmed' },
  };
}

const hasDeclined = ({ attendees }: Event): boolean =>
  (attendees ?? []).some(({ self, responseStatus }) => self && responseStatus === 'declined');

/** The organizer and the invitees, without rooms and without those who declined. */
function participantsOf({ organizer, attendees }: Event): Participants {
  const declined = new Set(
    (attendees ?? [])
      .filter(({ responseStatus }) => responseStatus === 'declined')
      .map(({ email }) => email?.toLowerCase()),
  );
  const found = new Map<string, Participants[number]>();
  const people: calendar_v3.Schema$EventAttendee[] = [organizer ?? {}, ...(attendees ?? [])];
  for (const person of people) {
    const email = person.email?.trim().toLowerCase().replace(/\.$/, '') ?? '';
    const isRoom = person.resource === true;
    if (!email.includes('@') || isRoom || notPeople.test(email) || declined.has(email)) continue;
    const name = person.displayName?.trim() || found.get(email)?.name || '';
    found.set(email, { name, email, role: 'other' });
  }
  return [...found.values()];
}

/** An all-day event starts with its business day, wherever its participants are. */
function timeOf(time: calendar_v3.Schema$EventDateTime | undefined): Date | undefined {
  if (time?.dateTime) {
    const instant = new Date(time.dateTime);
    return Number.isNaN(instant.getTime()) ? undefined : instant;
  }
  return time?.date && isBusinessDay(time.date) ? startOfBusinessDay(time.date) : undefined;
}

const withoutTags = (html: string): string => html.replaceAll(/<[^>]*(?:>|$)/g, ' ');
const collapse = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
