import type { calendar_v3 } from '@googleapis/calendar';
import { isPrivateMark } from '@repo/domain/activities/owner-alone';
import { isBusinessDay, startOfBusinessDay } from '@repo/domain/time/business-day';
import type { ActivityToCapture } from '#modules/integrations/provider.ts';
import {
  isDeclined,
  type MeetingPerson,
  participantsOf,
  textsOf,
  toMeetingActivity,
} from '../calendar/to-meeting-activity.ts';

type Event = calendar_v3.Schema$Event;

/** Types of events that people create for themselves. */
const notMeetings = new Set(['birthday', 'focusTime', 'outOfOffice', 'workingLocation']);

/**
 * Maps an event to an activity; undefined when it is not one: cancelled, declined by the calendar's
 * owner, without other people, or not a meeting.
 *
 * @throws Error when it has no usable id or time.
 */
export function mapEvent(event: Event): ActivityToCapture | undefined {
  const { id, status, eventType, iCalUID } = event;
  const attendees = (event.attendees ?? []).map(toPerson);
  if (status === 'cancelled' || notMeetings.has(eventType ?? '') || isDeclined(attendees)) {
    return undefined;
  }
  const organizer = toPerson(event.organizer ?? {});
  const participants = participantsOf({ organizer, attendees });
  if (participants.length < 2) return undefined;
  if (!id) throw new Error('Google Calendar gave an event without an id.');
  const start = timeOf(event.start);
  if (start === undefined) throw new Error(`The event ${id} has no usable time.`);
  const texts = textsOf({
    title: event.summary ?? '',
    description: event.description ?? '',
    location: event.location ?? '',
  });
  const time = {
    externalId: id,
    uid: iCalUID ?? id,
    status: status ?? 'confirmed',
    start,
    end: timeOf(event.end),
    isAllDay: !event.start?.dateTime,
    isPrivate: isPrivateMark(event.visibility),
  };
  return toMeetingActivity(time, texts, participants);
}

const toPerson = (person: calendar_v3.Schema$EventAttendee): MeetingPerson => ({
  email: person.email ?? undefined,
  name: person.displayName ?? undefined,
  isSelf: person.self ?? undefined,
  hasDeclined: person.responseStatus === 'declined',
  isRoom: person.resource ?? undefined,
});

/** An all-day event starts with its business day (`isAllDay`), wherever its participants are. */
function timeOf(time: calendar_v3.Schema$EventDateTime | undefined): Date | undefined {
  if (time?.dateTime) {
    const instant = new Date(time.dateTime);
    return Number.isNaN(instant.getTime()) ? undefined : instant;
  }
  return time?.date && isBusinessDay(time.date) ? startOfBusinessDay(time.date) : undefined;
}
