import ICAL from 'ical.js';
import type { CalendarEvent, EventAttendee, EventPerson, EventTime } from '../calendar-event.ts';
import { atWall, moveEventTime, readEventTime, writeEventTime } from './event-time.ts';
import { zoneOfTzid } from './ics-zone.ts';
import { idOfUid } from '../event-id.ts';
import { calendarTimeZone } from './time-zone.ts';

/**
 * Reads the events of an iCalendar file, invitations (iTIP) included: a cancellation is an event
 * with the status `cancelled`, a `RECURRENCE-ID` an exception. Several versions of one event
 * are returned in the order in which they were sent.
 *
 * @throws SyntaxError when this is no iCalendar file or an event lacks its UID or its start,
 *   RangeError for an unknown time zone.
 */
export function readIcs(text: string): CalendarEvent[] {
  const events = calendarsOf(text).flatMap((calendar) => {
    const isCancellation = calendar.getFirstPropertyValue('method') === 'CANCEL';
    return calendar
      .getAllSubcomponents('vevent')
      .map((component) => readEvent(component, zonesOf(calendar), isCancellation));
  });
  return inOrderSent(events);
}

/** By sequence number, then by the time at which they were written. */
export function inOrderSent(events: readonly CalendarEvent[]): CalendarEvent[] {
  return events.toSorted(
    (a, b) =>
      (a.sequence ?? 0) - (b.sequence ?? 0) ||
      Date.parse(a.created ?? '') - Date.parse(b.created ?? '') ||
      0,
  );
}

function calendarsOf(text: string): ICAL.Component[] {
  let parsed: unknown[];
  try {
    parsed = ICAL.parse(text) as unknown[];
  } catch (error) {
    throw new SyntaxError(`This is not an iCalendar file: ${String(error)}`, { cause: error });
  }
  const roots = typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[][]);
  return roots.map((root) => new ICAL.Component(root));
}

type Zones = ReadonlyMap<string, ICAL.Timezone>;

function zonesOf(calendar: ICAL.Component): Zones {
  return new Map(
    calendar.getAllSubcomponents('vtimezone').map((component) => {
      const tzid = textOf(component, 'tzid') ?? '';
      return [tzid, new ICAL.Timezone({ component, tzid })];
    }),
  );
}

function readEvent(
  component: ICAL.Component,
  zones: Zones,
  isCancellation: boolean,
): CalendarEvent {
  const uid = textOf(component, 'uid');
  const start = timeOf(component, 'dtstart', zones);
  if (uid === undefined || start === undefined) {
    throw new SyntaxError(
      `An event of the file lacks its ${uid === undefined ? 'UID' : 'DTSTART'}.`,
    );
  }
  const original = timeOf(component, 'recurrence-id', zones);
  const organizer = component.getFirstProperty('organizer');
  const attendees = component.getAllProperties('attendee');
  const recurrence = recurrenceOf(component, zones, start);
  const status = isCancellation ? 'cancelled' : textOf(component, 'status')?.toLowerCase();
  const texts = {
    summary: textOf(component, 'summary'),
    description: textOf(component, 'description'),
    location: textOf(component, 'location'),
    hangoutLink: textOf(component, 'x-google-conference'),
    created: component.getFirstPropertyValue('dtstamp')?.toString(),
  };
  return {
    iCalUID: uid,
    status: status === 'cancelled' || status === 'tentative' ? status : 'confirmed',
    start,
    end: timeOf(component, 'dtend', zones) ?? endOf(component, start),
    sequence: Number(textOf(component, 'sequence') ?? 0),
    ...(textOf(component, 'transp') === 'TRANSPARENT' ? { transparency: 'transparent' } : {}),
    ...withoutAbsent(texts),
    ...(recurrence.length === 0 ? {} : { recurrence }),
    ...(original === undefined
      ? {}
      : { recurringEventId: idOfUid(uid), originalStartTime: original }),
    ...(organizer === null ? {} : { organizer: personOf(organizer) }),
    ...(attendees.length === 0 ? {} : { attendees: attendees.map(attendeeOf) }),
  };
}

function withoutAbsent(texts: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
}

function textOf(component: ICAL.Component, name: string): string | undefined {
  const value = component.getFirstPropertyValue(name);
  return value === null ? undefined : String(value as { toString(): string });
}

function timeOf(component: ICAL.Component, name: string, zones: Zones): EventTime | undefined {
  const property = component.getFirstProperty(name);
  const value = property?.getFirstValue();
  return property != null && value instanceof ICAL.Time
    ? toEventTime(value, property, zones)
    : undefined;
}

function toEventTime(value: ICAL.Time, property: ICAL.Property, zones: Zones): EventTime {
  const { year, month, day, hour, minute, second, isDate } = value;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return writeEventTime({ wall, zone: zoneOf(property, value, zones), isDay: isDate });
}

/** A time without a zone and without a Z is read on the calendar's clock. */
function zoneOf(property: ICAL.Property, value: ICAL.Time, zones: Zones): string {
  const tzid = property.getParameter('tzid');
  if (typeof tzid === 'string') {
    return zoneOfTzid(tzid, zones.get(tzid), value.year);
  }
  return value.zone === ICAL.Timezone.utcTimezone ? 'UTC' : calendarTimeZone;
}

/** The end of an event without DTEND: after its DURATION, otherwise RFC 5545's one day or zero. */
function endOf(component: ICAL.Component, start: EventTime): EventTime {
  const duration = component.getFirstPropertyValue('duration');
  if (duration instanceof ICAL.Duration) {
    const local = readEventTime(start);
    return writeEventTime(atWall(local, local.wall + duration.toSeconds() * 1000));
  }
  return start.date === undefined ? start : moveEventTime(start, 1);
}

/** The rules as Google writes them, dates in UTC so that they need no zone. */
function recurrenceOf(component: ICAL.Component, zones: Zones, start: EventTime): string[] {
  const rules = component
    .getAllProperties('rrule')
    .map((property) => `RRULE:${String(property.getFirstValue() as ICAL.Recur)}`);
  const dates = ['exdate', 'rdate'].flatMap((name) =>
    component.getAllProperties(name).map((property) => {
      const stamps = property
        .getValues()
        .filter((value) => value instanceof ICAL.Time)
        .map((value) => stampIn(toEventTime(value, property, zones)));
      const kind = start.date === undefined ? '' : ';VALUE=DATE';
      return `${name.toUpperCase()}${kind}:${stamps.join(',')}`;
    }),
  );
  return [...rules, ...dates.filter((line) => !line.endsWith(':'))];
}

function stampIn(time: EventTime): string {
  const instant = new Date(time.dateTime ?? time.date ?? '').toISOString();
  const stamp = instant.slice(0, 19).replaceAll(/[-:]/g, '');
  return time.date === undefined ? `${stamp}Z` : stamp.slice(0, 8);
}

function personOf(property: ICAL.Property): EventPerson {
  const email = String(property.getFirstValue() as string).replace(/^mailto:/i, '');
  const name = property.getParameter('cn');
  return typeof name === 'string' && name !== email ? { email, displayName: name } : { email };
}

const responses: Record<string, EventAttendee['responseStatus']> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
};

function attendeeOf(property: ICAL.Property): EventAttendee {
  const parameter = (name: string) => String(property.getParameter(name) ?? '').toUpperCase();
  return {
    ...personOf(property),
    responseStatus: responses[parameter('partstat')] ?? 'needsAction',
    ...(parameter('role') === 'OPT-PARTICIPANT' ? { optional: true } : {}),
    ...(['RESOURCE', 'ROOM'].includes(parameter('cutype')) ? { resource: true } : {}),
  };
}
