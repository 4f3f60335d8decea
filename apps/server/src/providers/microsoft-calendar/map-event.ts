import { isPrivateSensitivity } from '@repo/domain/activities/owner-alone';
import { isBusinessDay, startOfBusinessDay } from '@repo/domain/time/business-day';
import type { ActivityToCapture } from '#modules/integrations/provider.ts';
import { knownZone } from '../calendar/ics/find-zone.ts';
import { toInstant, unknownZone, utc, type Zone } from '../calendar/ics/zoned-time.ts';
import {
  type MeetingPerson,
  participantsOf,
  textsOf,
  toMeetingActivity,
} from '../calendar/to-meeting-activity.ts';
import type { GraphEvent } from './event.ts';

/**
 * Maps an event to an activity; undefined when it is not one: cancelled, declined by the calendar's owner, without
 * other people, or a series, whose occurrences are events of their own.
 *
 * @param master the series of an occurrence.
 * @throws Error when it has no usable time.
 */
export function mapEvent(
  event: GraphEvent,
  master: GraphEvent | undefined,
): ActivityToCapture | undefined {
  const whole = master === undefined ? event : inherited(event, master);
  if (whole.type === 'seriesMaster' || whole.isCancelled === true) return undefined;
  if (whole.responseStatus?.response === 'declined') return undefined;
  const participants = participantsOf({
    organizer: toPerson(whole.organizer),
    attendees: (whole.attendees ?? []).map(toPerson),
  });
  if (participants.length < 2) return undefined;
  const isAllDay = whole.isAllDay === true;
  const start = timeOf(whole.start, isAllDay);
  if (start === undefined) throw new Error(`The event ${event.id} has no usable time.`);
  const texts = textsOf({
    title: whole.subject ?? '',
    description: (whole.body?.content ?? '').trim(),
    location: whole.location?.displayName ?? '',
  });
  const time = {
    externalId: event.id,
    // Each occurrence has an `iCalUId` of its own; that of the series is the one that all calendars have.
    uid: master?.iCalUId ?? event.iCalUId ?? event.id,
    status: 'confirmed',
    start,
    end: timeOf(whole.end, isAllDay),
    isAllDay,
    isPrivate: isPrivateSensitivity(whole.sensitivity),
    ...(!isAllDay && { unknownTimeZone: zoneOf(whole.start).unknown }),
  };
  return toMeetingActivity(time, texts, participants);
}

/** Fills in from the series what an occurrence leaves out. Lists of occurrences may have no attendees. */
function inherited(event: GraphEvent, master: GraphEvent): GraphEvent {
  return {
    ...event,
    subject: event.subject ?? master.subject,
    body: event.body ?? master.body,
    location: event.location ?? master.location,
    isAllDay: event.isAllDay ?? master.isAllDay,
    isCancelled: event.isCancelled ?? master.isCancelled,
    sensitivity: event.sensitivity ?? master.sensitivity,
    responseStatus: event.responseStatus ?? master.responseStatus,
    organizer: event.organizer ?? master.organizer,
    attendees: event.attendees?.length ? event.attendees : master.attendees,
  };
}

type Attendee = NonNullable<NonNullable<GraphEvent['attendees']>[number]>;

function toPerson(person: Partial<Attendee> | null | undefined): MeetingPerson {
  return {
    email: person?.emailAddress?.address ?? undefined,
    name: person?.emailAddress?.name ?? undefined,
    hasDeclined: person?.status?.response === 'declined',
    isRoom: person?.type === 'resource',
  };
}

/**
 * An all-day event starts with its business day, wherever its participants are. Other times come without an offset, in
 * UTC, as requested.
 */
function timeOf(time: GraphEvent['start'], isAllDay: boolean): Date | undefined {
  if (time == null) return undefined;
  if (isAllDay) {
    const day = time.dateTime.slice(0, 10);
    return isBusinessDay(day) ? startOfBusinessDay(day) : undefined;
  }
  // Seven decimals, of which JavaScript reads three.
  const wall = Date.parse(`${time.dateTime.replace(/Z$/i, '').slice(0, 23)}Z`);
  return Number.isNaN(wall) ? undefined : new Date(toInstant(zoneOf(time), wall));
}

/** The zone of a time. One that is not known is UTC, and the meeting is marked. */
function zoneOf(time: GraphEvent['start']): Zone {
  const name = time?.timeZone?.replace(/^tzone:\/\/Microsoft\//i, '') ?? '';
  return name === '' ? utc : (knownZone(name) ?? unknownZone(name));
}
