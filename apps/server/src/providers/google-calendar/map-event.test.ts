import type { calendar_v3 } from '@googleapis/calendar';
import { describe, expect, it } from 'vitest';
import { mapEvent } from './map-event.ts';

const event: calendar_v3.Schema$Event = {
  id: 'e1',
  iCalUID: 'uid-1@google.com',
  status: 'confirmed',
  summary: '  Quarterly\nreview ',
  description: '<p>Bring <b>figures</b></p>',
  location: 'Room 4',
  start: { dateTime: '2026-03-02T10:00:00-05:00' },
  end: { dateTime: '2026-03-02T11:00:00-05:00' },
  organizer: { email: 'Ann@Example.org', self: true },
  attendees: [
    { email: 'ann@example.org', displayName: 'Ann', self: true, responseStatus: 'accepted' },
    { email: 'bob@acme.com', displayName: 'Bob', responseStatus: 'needsAction' },
    { email: 'room@resource.calendar.google.com', resource: true },
  ],
};

describe('an event of Google Calendar', () => {
  it('becomes an activity', () => {
    expect(mapEvent(event)).toEqual({
      externalId: 'e1',
      key: 'ical:uid-1@google.com@2026-03-02T15:00:00.000Z',
      series: 'ical:uid-1@google.com',
      type: 'calendar',
      occurredAt: new Date('2026-03-02T15:00:00Z'),
      title: 'Quarterly review',
      summary: 'Bring figures',
      participants: [
        { name: 'Ann', email: 'ann@example.org', role: 'other' },
        { name: 'Bob', email: 'bob@acme.com', role: 'other' },
      ],
      location: 'Room 4',
      startTime: new Date('2026-03-02T15:00:00Z'),
      endTime: new Date('2026-03-02T16:00:00Z'),
      htmlBody: '<p>Bring <b>figures</b></p>',
      isPrivate: false,
      metadata: { status: 'confirmed' },
    });
  });

  it('stays in its series after a change of this and all following events', () => {
    const iCalUID = 'uid-1_R20260302T150000@google.com';
    expect(mapEvent({ ...event, iCalUID })?.series).toBe(mapEvent(event)?.series);
    const other = 'uid-1_R20260302T150000@example.org';
    expect(mapEvent({ ...event, iCalUID: other })?.series).toBe(`ical:${other}`);
  });

  it.each(['private', 'confidential'])('is private with the visibility %s', (visibility) => {
    expect(mapEvent({ ...event, visibility })?.isPrivate).toBe(true);
  });

  it('begins, all day long, at midnight in New York', () => {
    const allDay = mapEvent({
      ...event,
      start: { date: '2026-07-04' },
      end: { date: '2026-07-05' },
    });
    expect(allDay?.occurredAt).toEqual(new Date('2026-07-04T04:00:00Z'));
    expect(allDay?.endTime).toEqual(new Date('2026-07-05T04:00:00Z'));
    expect(allDay?.isAllDay).toBe(true);
    expect(mapEvent(event)?.isAllDay).toBeUndefined();
  });

  it('keeps a plain description as text', () => {
    expect(mapEvent({ ...event, description: 'a < b' })).toMatchObject({ textBody: 'a < b' });
  });

  it.each<[string, calendar_v3.Schema$Event]>([
    ['cancelled', { ...event, status: 'cancelled' }],
    [
      'declined by its owner',
      {
        ...event,
        attendees: [
          { email: 'ann@example.org', self: true, responseStatus: 'declined' },
          { email: 'bob@acme.com' },
        ],
      },
    ],
    ['alone', { ...event, attendees: [] }],
    [
      'left alone by a guest',
      { ...event, attendees: [{ email: 'bob@acme.com', responseStatus: 'declined' }] },
    ],
    [
      'organized by someone whom Google withholds',
      {
        ...event,
        organizer: { email: 'unknownorganizer@calendar.google.com' },
        attendees: [event.attendees?.[1] ?? {}],
      },
    ],
    ['a birthday', { ...event, eventType: 'birthday' }],
  ])('is no activity when it is %s', (_, none) => {
    expect(mapEvent(none)).toBeUndefined();
  });

  it('cannot be read without a time', () => {
    expect(() => mapEvent({ ...event, start: { date: '2026-02-30' } })).toThrow('no usable time');
  });
});
