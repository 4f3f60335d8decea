import { createHash } from 'node:crypto';
import { startOfBusinessDay } from '@repo/domain/time/business-day';
import type ICAL from 'ical.js';
import type { ActivityToCapture, ItemLocation } from '../../modules/integrations/provider.ts';
import {
  isDeclined,
  type Meeting,
  type MeetingPerson,
  participantsOf,
  toMeetingActivity,
} from '../calendar/to-meeting-activity.ts';
import { instantOf } from './ics/event-time.ts';
import { type Occurrence, readOccurrences, type Span, textOf } from './ics/read-occurrences.ts';
import type { Zone } from './ics/zoned-time.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A meeting of an event, with where it is. */
export interface MeetingItem {
  location: ItemLocation;
  activity: ActivityToCapture;
}

/** What is needed to map the events of a calendar. */
export interface EventReader {
  /** The user's own addresses, in lower case. */
  addresses: ReadonlySet<string>;
  /** The zone of times without one. */
  zone: Zone;
}

/**
 * The meetings of an event or a series that begin in a span: not what is cancelled, declined by the
 * user, or without other people.
 *
 * @param href the address of the event.
 * @throws Error when it cannot be read; the message is for users.
 */
export function mapEvent(
  { href, data }: { href: string; data: string },
  { addresses, zone }: EventReader,
  span: Span,
): MeetingItem[] {
  // Occurrences share the people and texts of their series.
  const known = new Map<ICAL.Component, ReturnType<typeof readMeeting>>();
  return readOccurrences(data, zone, wider(span)).flatMap((occurrence) => {
    const { event } = occurrence;
    const read = known.get(event) ?? readMeeting(event, addresses);
    known.set(event, read);
    const { meeting, participants } = read;
    if (isDeclined(meeting.attendees) || participants.length < 2) return [];
    const [start, end] = timesOf(occurrence);
    if (start.getTime() < span.from || start.getTime() >= span.to) return [];
    const location = locationOf(href, occurrence);
    const whole = { ...meeting, externalId: location.id, uid: occurrence.uid, start, end };
    return [{ location, activity: toMeetingActivity(whole, participants) }];
  });
}

/** All-day events begin at midnight of the product's time zone, not in UTC. */
const wider = ({ from, to }: Span): Span => ({ from: from - dayMs, to: to + dayMs });

function timesOf({ start, lengthMs }: Occurrence): [start: Date, end: Date] {
  const begin = instantOf(start);
  if (!start.isDay) return [new Date(begin), new Date(begin + lengthMs)];
  const day = (wall: number) => startOfBusinessDay(new Date(wall).toISOString().slice(0, 10));
  return [day(begin), day(begin + lengthMs)];
}

/**
 * The id of an occurrence: its UID and its original start, wherever it is. Its location is its event,
 * under a number that stands for both.
 */
function locationOf(href: string, { uid, original }: Occurrence): ItemLocation {
  const digest = createHash('sha256').update(`${original}\n${uid}`).digest();
  return {
    id: digest.toString('base64url').slice(0, 32),
    folder: href,
    validity: 0,
    uid: digest.readUIntBE(0, 6),
  };
}

/** The location of an event that cannot be read, whose meetings are unknown. */
export function unreadableAt(href: string): ItemLocation {
  const digest = createHash('sha256').update(href).digest('base64url');
  return { id: `${UNREADABLE}${digest.slice(0, 32)}`, folder: href, validity: 0, uid: 0 };
}

const UNREADABLE = 'unreadable:';
export const isUnreadable = (id: string): boolean => id.startsWith(UNREADABLE);

type Texts = Omit<Meeting, 'externalId' | 'uid' | 'start' | 'end'>;

function readMeeting(event: ICAL.Component, own: ReadonlySet<string>) {
  const [organizer] = event.getAllProperties('organizer');
  const meeting: Texts = {
    status: textOf(event, 'status').toLowerCase() || 'confirmed',
    title: textOf(event, 'summary'),
    description: textOf(event, 'description'),
    location: textOf(event, 'location'),
    organizer: organizer ? toPerson(organizer, own) : {},
    attendees: event.getAllProperties('attendee').map((one) => toPerson(one, own)),
  };
  return { meeting, participants: participantsOf(meeting) };
}

function toPerson(property: ICAL.Property, own: ReadonlySet<string>): MeetingPerson {
  const parameter = (name: string): string => {
    const value: unknown = property.getFirstParameter(name);
    return typeof value === 'string' ? value : '';
  };
  const value = String(property.getFirstValue() ?? '');
  // Some servers name people of their own by an address that is none of email.
  const email = /^mailto:/i.test(value)
    ? decode(value.slice('mailto:'.length))
    : parameter('email');
  const kind = parameter('cutype').toUpperCase();
  return {
    email,
    name: parameter('cn'),
    isSelf: own.has(email.trim().toLowerCase()),
    hasDeclined: parameter('partstat').toUpperCase() === 'DECLINED',
    isRoom: kind === 'ROOM' || kind === 'RESOURCE',
  };
}

function decode(email: string): string {
  try {
    return decodeURIComponent(email);
  } catch {
    return email;
  }
}
