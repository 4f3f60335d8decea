import { isPrivateMark } from '@repo/domain/activities/owner-alone';
import { createHash } from 'node:crypto';
import { startOfBusinessDay } from '@repo/domain/time/business-day';
import type ICAL from 'ical.js';
import type { ActivityToCapture } from '#modules/integrations/provider.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import {
  isDeclined,
  type MeetingPerson,
  type MeetingTexts,
  participantsOf,
  textsOf,
  toMeetingActivity,
} from './to-meeting-activity.ts';
import { MAX_OCCURRENCES_OF_EVENT, MAX_STORED_OF_EVENT } from './meeting-limits.ts';
import { instantOf } from './ics/event-time.ts';
import {
  type Occurrence,
  readOccurrences,
  type SharedReading,
  type Span,
  textOf,
} from './ics/read-occurrences.ts';
import type { Steps } from './ics/steps.ts';
import type { Zone } from './ics/zoned-time.ts';
import { detach } from '#platform/detach.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Occurrences between two steps. */
const OCCURRENCES_OF_STEP = 100;
/** People of an event between two steps. */
const PEOPLE_OF_STEP = 500;

/** A meeting of an event, with where it is. */
export interface MeetingItem {
  location: ItemLocation;
  activity: ActivityToCapture;
  /** About how many characters it keeps in memory; the shared parts of a series count once. */
  weight: number;
  /** About how many characters are stored of it. */
  size: number;
  /** Whether the owner of the calendar declined; only where that was requested. */
  isDeclined?: true;
}

/** The context for mapping the events of a calendar. */
export interface EventReader {
  /** The user's own addresses, in lower case. */
  addresses: ReadonlySet<string>;
  /** The zone of times without one. */
  zone: Zone;
  /** For events of one file. */
  shared?: SharedReading;
  /** Whether meetings that the user declined are returned too. */
  includesDeclined?: boolean;
}

/**
 * Maps an event's or a series' meetings that begin in a span. Skips cancelled ones, ones declined by the
 * user, and ones without other people.
 *
 * @param href the address of the event.
 * @param isWanted finds one of them, the first; without it, all are read.
 * @throws Error when it cannot be read, or has too many; the message is for users.
 */
export function* mapEvent(
  { href, data }: { href: string; data: string },
  { addresses, zone, shared: ofFile, includesDeclined = false }: EventReader,
  span: Span,
  isWanted?: (location: ItemLocation) => boolean,
): Steps<MeetingItem[]> {
  // Occurrences share the people and texts of their series.
  const known = new Map<ICAL.Component, SharedParts>();
  const sharedOf = function* (event: ICAL.Component): Steps<SharedParts> {
    const shared = known.get(event) ?? (yield* readShared(event, addresses));
    known.set(event, shared);
    return shared;
  };
  const isStored = ({ isMeeting, isDeclined: hasDeclined }: SharedParts) =>
    isMeeting && (includesDeclined || !hasDeclined);
  const occurrences = yield* readOccurrences(data, {
    floating: zone,
    span: wider(span),
    shared: ofFile,
    *isWanted(event) {
      return isStored(yield* sharedOf(event));
    },
  });
  const items: MeetingItem[] = [];
  const weighed = new Set<SharedParts>();
  let [count, stored] = [0, 0];
  for (const occurrence of occurrences) {
    count += 1;
    if (count % OCCURRENCES_OF_STEP === 0) yield;
    const [start, end] = timesOf(occurrence);
    if (start.getTime() < span.from || start.getTime() >= span.to) continue;
    const shared = yield* sharedOf(occurrence.event);
    if (!isStored(shared)) continue;
    const isFirst = !weighed.has(shared);
    weighed.add(shared);
    const location = locationOf(href, occurrence);
    if (isWanted?.(location) === false) continue;
    const { texts, participants } = shared;
    const time = {
      ...shared,
      externalId: location.id,
      start,
      end,
      isAllDay: occurrence.start.isDay,
      isPrivate: isPrivateMark(occurrence.mark),
      uid: shared.uid || detach(occurrence.uid),
      unknownTimeZone: occurrence.start.isDay ? undefined : occurrence.unknownZone,
    };
    items.push({
      location,
      activity: toMeetingActivity(time, texts, participants),
      weight: OWN_WEIGHT + (isFirst ? shared.weight : 0),
      size: OWN_WEIGHT + shared.weight,
      ...(shared.isDeclined && { isDeclined: true }),
    });
    if (isWanted !== undefined) break;
    if (items.length > MAX_OCCURRENCES_OF_EVENT) {
      throw new Error(`It has more than ${MAX_OCCURRENCES_OF_EVENT} occurrences.`);
    }
    stored += OWN_WEIGHT + shared.weight;
    if (stored > MAX_STORED_OF_EVENT) {
      throw new Error('It has too many occurrences with so much text and so many people.');
    }
  }
  return items;
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

/** The location of an unreadable event with unknown meetings. */
export function unreadableAt(href: string): ItemLocation {
  const digest = createHash('sha256').update(href).digest('base64url');
  return { id: `${UNREADABLE}${digest.slice(0, 32)}`, folder: href, validity: 0, uid: 0 };
}

const UNREADABLE = 'unreadable:';
export const isUnreadable = (id: string): boolean => id.startsWith(UNREADABLE);

/** The fields that occurrences take from their event. */
interface SharedParts {
  /** Whether several people take part. */
  isMeeting: boolean;
  /** Whether the owner of the calendar has declined. */
  isDeclined: boolean;
  uid: string;
  status: string;
  texts: MeetingTexts;
  participants: ActivityToCapture['participants'];
  weight: number;
}

/** About what an item has in memory in addition to texts, and a participant in addition to theirs. */
const OWN_WEIGHT = 400;
const PERSON_WEIGHT = 100;

function* readShared(event: ICAL.Component, own: ReadonlySet<string>): Steps<SharedParts> {
  yield;
  const organizer = event.getFirstProperty('organizer');
  const attendees: MeetingPerson[] = [];
  for (const one of event.getAllProperties('attendee')) {
    attendees.push(toPerson(one, own));
    if (attendees.length % PEOPLE_OF_STEP === 0) yield;
  }
  const people = { organizer: organizer ? toPerson(organizer, own) : {}, attendees };
  const participants = participantsOf(people).map(({ name, email, role }) => ({
    name: detach(name),
    email: detach(email),
    role,
  }));
  const texts = textsOf({
    title: textOf(event, 'summary'),
    description: textOf(event, 'description'),
    location: textOf(event, 'location').trim(),
  });
  const { title, summary, location, htmlBody, textBody } = texts;
  const ofPeople = participants.map(({ name, email }) => name.length + email.length);
  return {
    isMeeting: participants.length >= 2,
    isDeclined: isDeclined(people.attendees),
    uid: detach(textOf(event, 'uid')),
    status: detach(textOf(event, 'status').toLowerCase()) || 'confirmed',
    texts: {
      title: detach(title),
      summary: detach(summary),
      ...(location !== undefined && { location: detach(location) }),
      ...(htmlBody !== undefined && { htmlBody: detach(htmlBody) }),
      ...(textBody !== undefined && { textBody: detach(textBody) }),
    },
    participants,
    weight: [title, summary, location, htmlBody, textBody].reduce(
      (sum, text) => sum + (text?.length ?? 0),
      ofPeople.reduce((sum, length) => sum + length + PERSON_WEIGHT, 0),
    ),
  };
}

function toPerson(property: ICAL.Property, own: ReadonlySet<string>): MeetingPerson {
  const parameter = (name: string): string => {
    const value: unknown = property.getFirstParameter(name);
    return typeof value === 'string' ? value : '';
  };
  const value = String(property.getFirstValue() ?? '');
  // Some servers name people of their own by an address that is none of email.
  const email = addressIn(value) ?? parameter('email');
  const kind = parameter('cutype').toUpperCase();
  return {
    email,
    name: parameter('cn'),
    isSelf: own.has(email.trim().toLowerCase()),
    // In vCalendar 1.0 it is the STATUS.
    hasDeclined: /^declined$/i.test(parameter('partstat') || parameter('status')),
    isRoom: kind === 'ROOM' || kind === 'RESOURCE',
  };
}

/**
 * The address in `mailto:ann@acme.com`, or as vCalendar 1.0 has it: `Ann <ann@acme.com>`. Programs also put a name,
 * brackets or quotes around the address of a `mailto:`, repeat the scheme, or go on after it.
 */
function addressIn(value: string): string | undefined {
  const [scheme] = /^(?:mailto\s*:\s*(?:\/\/)?){1,5}/i.exec(value) ?? [];
  if (scheme === undefined) return bareAddress(value);
  const rest = value.slice(scheme.length).trim();
  const [first = ''] = rest.slice(0, MAX_ADDRESS).split(/[?,;]/);
  return bareAddress(decode(first)) ?? bareAddress(decode(rest)) ?? decode(rest);
}

/** Characters of an address with a name, beyond which none is looked for. */
const MAX_ADDRESS = 1_000;

function bareAddress(text: string): string | undefined {
  const inBrackets = /<([^<>\s]{1,320})>\s*$/.exec(text.slice(-400))?.[1];
  const bare =
    inBrackets ??
    text
      .slice(0, MAX_ADDRESS)
      .trim()
      .replaceAll(/^['"]+|['"]+$/g, '');
  return /^[^@\s:/<>]+@[^@\s:/<>]+$/.test(bare) ? bare : undefined;
}

function decode(email: string): string {
  try {
    return decodeURIComponent(email);
  } catch {
    return email;
  }
}
