import type { calendar_v3 } from '@googleapis/calendar';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../start-sandbox.ts';
import { control } from '../testing/control.ts';
import { calendarClient, calendarScope, readonlyScope, signIn } from '../testing/sign-in.ts';
import { startTestSandbox } from '../testing/start-test-sandbox.ts';
import type { CalendarEvent } from './calendar-event.ts';

const ann = 'ann@example.org';
const path = `google-calendar/${ann}`;
const now = Date.parse('2026-03-10T12:00:00Z');

const meeting: CalendarEvent = {
  iCalUID: 'meeting@acme.com',
  summary: 'Price talk',
  location: 'Room 4',
  start: { dateTime: '2026-03-12T15:00:00Z', timeZone: 'America/New_York' },
  end: { dateTime: '2026-03-12T16:00:00Z', timeZone: 'America/New_York' },
  organizer: { email: 'bob@acme.com', displayName: 'Bob' },
  attendees: [
    { email: 'bob@acme.com', responseStatus: 'accepted' },
    { email: ann, responseStatus: 'declined' },
    { email: 'carl@acme.com', displayName: 'Carl', optional: true },
  ],
};

const weekly: CalendarEvent = {
  id: 'weekly00',
  summary: 'Weekly',
  start: { dateTime: '2026-03-03T10:00:00', timeZone: 'America/New_York' },
  end: { dateTime: '2026-03-03T10:30:00', timeZone: 'America/New_York' },
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
};

let sandbox: Sandbox;
let calendar: calendar_v3.Calendar;

beforeEach(async () => {
  sandbox = await startTestSandbox({ now: () => now });
  calendar = calendarClient(sandbox.url, await signIn(sandbox.url, ann, [calendarScope]));
});

type ListOptions = calendar_v3.Params$Resource$Events$List;

async function list(options: ListOptions = {}): Promise<calendar_v3.Schema$Events> {
  const answer = await calendar.events.list({
    calendarId: 'primary',
    singleEvents: true,
    ...options,
  });
  return answer.data;
}

async function syncToken(options: ListOptions = {}): Promise<string> {
  const { nextSyncToken } = await list(options);
  if (!nextSyncToken) {
    throw new Error('The list ended without a sync token.');
  }
  return nextSyncToken;
}

describe('calendars', () => {
  it('are one for each person, named by the address', async () => {
    const { data } = await calendar.calendarList.list();
    expect(data.items).toMatchObject([{ id: ann, primary: true, accessRole: 'owner' }]);
    const { data: primary } = await calendar.calendars.get({ calendarId: 'primary' });
    expect(primary).toMatchObject({ id: ann, timeZone: 'America/New_York' });
    await expect(calendar.calendars.get({ calendarId: 'bob@acme.com' })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('stay closed without the scope', async () => {
    const mailOnly = calendarClient(sandbox.url, await signIn(sandbox.url, ann, [readonlyScope]));
    await expect(mailOnly.events.list({ calendarId: 'primary' })).rejects.toMatchObject({
      status: 403,
    });
  });
});

describe('an event', () => {
  it('says who is who, where and when', async () => {
    const [id] = sandbox.addEvents(ann, [
      { ...meeting, hangoutLink: 'https://meet.google.com/abc-defg-hij' },
    ]);
    const { data } = await calendar.events.get({ calendarId: ann, eventId: id ?? '' });
    expect(data).toMatchObject({
      kind: 'calendar#event',
      status: 'confirmed',
      iCalUID: 'meeting@acme.com',
      summary: 'Price talk',
      location: 'Room 4',
      start: { dateTime: '2026-03-12T11:00:00-04:00', timeZone: 'America/New_York' },
      organizer: { email: 'bob@acme.com', displayName: 'Bob' },
      attendees: [
        { email: 'bob@acme.com', organizer: true, responseStatus: 'accepted' },
        { email: ann, self: true, responseStatus: 'declined' },
        { email: 'carl@acme.com', optional: true, responseStatus: 'needsAction' },
      ],
      hangoutLink: 'https://meet.google.com/abc-defg-hij',
      conferenceData: { entryPoints: [{ uri: 'https://meet.google.com/abc-defg-hij' }] },
    });
    expect(data.htmlLink).toContain('https://www.google.com/calendar/event?eid=');
    expect(data.organizer).not.toHaveProperty('self');
  });

  it.each([
    ['2026-11-01T01:30:00-04:00', '2026-11-01T01:45:00-04:00'],
    ['2026-11-01T01:30:00-05:00', '2026-11-01T01:45:00-05:00'],
    ['2026-11-01T01:45:00-04:00', '2026-11-01T01:15:00-05:00'],
  ])('keeps the offset of a time that the clock shows twice: %s', async (from, until) => {
    const timeZone = 'America/New_York';
    const [start, end] = [
      { dateTime: from, timeZone },
      { dateTime: until, timeZone },
    ];
    sandbox.addEvents(ann, [{ start, end }]);
    expect((await list()).items).toMatchObject([{ start, end }]);
  });

  it('of a whole day carries dates', async () => {
    sandbox.addEvents(ann, [{ start: { date: '2026-03-12' }, end: { date: '2026-03-13' } }]);
    const { items } = await list();
    expect(items).toMatchObject([{ start: { date: '2026-03-12' }, end: { date: '2026-03-13' } }]);
    expect(items?.[0]?.start).not.toHaveProperty('dateTime');
    expect(items?.[0]?.organizer).toMatchObject({ email: ann, self: true });
  });

  it('put in again changes nothing, put in differently is changed', async () => {
    sandbox.addEvents(ann, [meeting, weekly]);
    const token = await syncToken();
    sandbox.addEvents(ann, [meeting, weekly]);
    expect((await list({ syncToken: token })).items).toEqual([]);
    sandbox.addEvents(ann, [{ ...meeting, summary: 'Later' }]);
    expect((await list({ syncToken: token })).items).toMatchObject([{ summary: 'Later' }]);
  });

  it.each([
    { ...meeting, start: { dateTime: 'soon' } },
    { ...meeting, end: meeting.start, start: meeting.end },
    { ...meeting, start: { ...meeting.start, timeZone: 'Mars/Base' } },
    { ...meeting, recurrence: ['RRULE:FREQ=SECONDLY'] },
    { ...meeting, recurrence: ['often'] },
  ])('that makes no sense is refused, and nothing is kept of it', async (event) => {
    expect(() => sandbox.addEvents(ann, [weekly, event])).toThrow(RangeError);
    await expect(control(sandbox.url, 'POST', `${path}/events`, event)).rejects.toThrow(
      'answered 400',
    );
    expect((await list()).items).toEqual([]);
  });
});

describe('events.list', () => {
  it('names a range by the end and the start of events', async () => {
    sandbox.addEvents(ann, [meeting]);
    const within = (timeMin: string, timeMax: string) => list({ timeMin, timeMax });
    expect((await within('2026-03-12T15:59:00Z', '2026-03-13T00:00:00Z')).items).toHaveLength(1);
    expect((await within('2026-03-12T16:00:00Z', '2026-03-13T00:00:00Z')).items).toEqual([]);
    expect((await within('2026-03-12T00:00:00Z', '2026-03-12T15:00:00Z')).items).toEqual([]);
    await expect(within('2026-03-13T00:00:00Z', '2026-03-12T00:00:00Z')).rejects.toMatchObject({
      status: 400,
    });
    await expect(list({ timeMin: '2026-03-12' })).rejects.toMatchObject({ status: 400 });
  });

  it('finds words, UIDs and what was changed', async () => {
    sandbox.addEvents(ann, [meeting, weekly]);
    expect((await list({ q: 'carl@ACME.com price' })).items).toHaveLength(1);
    expect((await list({ q: 'weekly' })).items).toHaveLength(4);
    expect((await list({ iCalUID: 'meeting@acme.com' })).items).toHaveLength(1);
    expect((await list({ updatedMin: '2026-03-11T00:00:00Z' })).items).toEqual([]);
  });

  it('gives 250 at once, and never more than 2500', async () => {
    const hour = (index: number) => new Date(now + index * 3_600_000).toISOString();
    sandbox.addEvents(
      ann,
      Array.from({ length: 2600 }, (_, index) => ({
        iCalUID: `${index}@acme.com`,
        start: { dateTime: hour(index) },
        end: { dateTime: hour(index + 1) },
      })),
    );
    expect((await list()).items).toHaveLength(250);
    const first = await list({ maxResults: 9999 });
    expect(first.items).toHaveLength(2500);
    expect(first).not.toHaveProperty('nextSyncToken');
    const second = await list({ pageToken: first.nextPageToken ?? '' });
    expect(second.items).toHaveLength(100);
    expect(second.nextSyncToken).toBeTruthy();
    const ids = [...(first.items ?? []), ...(second.items ?? [])].map(({ id }) => id);
    expect(new Set(ids).size).toBe(2600);
  });

  it('orders by start only what is expanded', async () => {
    sandbox.addEvents(ann, [meeting, weekly]);
    const { items, nextSyncToken } = await list({ orderBy: 'startTime' });
    const starts = items?.map(({ start }) => Date.parse(start?.dateTime ?? '')) ?? [];
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(nextSyncToken).toBeUndefined();
    await expect(list({ orderBy: 'startTime', singleEvents: false })).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe('a recurring event', () => {
  it('is expanded on its own clock, over the change to summer time', async () => {
    sandbox.addEvents(ann, [weekly]);
    const { items } = await list();
    expect(items).toMatchObject([
      { id: 'weekly00_20260303T150000Z', start: { dateTime: '2026-03-03T10:00:00-05:00' } },
      { id: 'weekly00_20260310T140000Z', start: { dateTime: '2026-03-10T10:00:00-04:00' } },
      { id: 'weekly00_20260317T140000Z', end: { dateTime: '2026-03-17T10:30:00-04:00' } },
      { id: 'weekly00_20260324T140000Z', originalStartTime: { timeZone: 'America/New_York' } },
    ]);
    expect(new Set(items?.map(({ iCalUID }) => iCalUID)).size).toBe(1);
    expect(items?.every(({ recurringEventId }) => recurringEventId === 'weekly00')).toBe(true);
    expect(items?.[0]).not.toHaveProperty('recurrence');
  });

  it('is itself listed unexpanded, with its exceptions', async () => {
    sandbox.addEvents(ann, [weekly]);
    await control(sandbox.url, 'DELETE', `${path}/events/weekly00_20260317T140000Z`);
    expect((await list({ singleEvents: false })).items).toMatchObject([
      { id: 'weekly00', recurrence: weekly.recurrence },
      { id: 'weekly00_20260317T140000Z', status: 'cancelled' },
    ]);
  });

  it('has instances that are moved and called off, one by one', async () => {
    sandbox.addEvents(ann, [weekly]);
    const token = await syncToken();
    await control(sandbox.url, 'PATCH', `${path}/events/weekly00_20260310T140000Z`, {
      start: { dateTime: '2026-03-11T09:00:00', timeZone: 'America/New_York' },
      end: { dateTime: '2026-03-11T10:00:00', timeZone: 'America/New_York' },
    });
    await control(sandbox.url, 'DELETE', `${path}/events/weekly00_20260317T140000Z`);
    await control(sandbox.url, 'POST', `${path}/events/weekly00_20260324T140000Z/cancel`);
    const { items } = await list({ syncToken: token });
    expect(items).toMatchObject([
      {
        id: 'weekly00_20260310T140000Z',
        summary: 'Weekly',
        start: { dateTime: '2026-03-11T09:00:00-04:00' },
        originalStartTime: { dateTime: '2026-03-10T10:00:00-04:00' },
        recurringEventId: 'weekly00',
      },
      { id: 'weekly00_20260317T140000Z', status: 'cancelled' },
      { id: 'weekly00_20260324T140000Z', status: 'cancelled', summary: 'Weekly' },
    ]);
    expect(Object.keys(items?.[1] ?? {}).toSorted()).toEqual(
      ['etag', 'id', 'kind', 'originalStartTime', 'recurringEventId', 'status'].toSorted(),
    );
    expect((await list()).items).toHaveLength(2);
    expect((await list({ showDeleted: true })).items).toHaveLength(4);
  });

  it('tells of every instance when it moves', async () => {
    sandbox.addEvents(ann, [weekly]);
    const token = await syncToken();
    await control(sandbox.url, 'PATCH', `${path}/events/weekly00`, {
      start: { dateTime: '2026-03-03T11:00:00', timeZone: 'America/New_York' },
      end: { dateTime: '2026-03-03T11:30:00', timeZone: 'America/New_York' },
    });
    const { items = [] } = await list({ syncToken: token });
    expect(items.filter(({ status }) => status === 'cancelled')).toHaveLength(4);
    expect(
      items.filter(({ status }) => status !== 'cancelled').map(({ start }) => start?.dateTime),
    ).toContain('2026-03-24T11:00:00-04:00');
    expect((await list()).items).toHaveLength(4);
  });

  it('deleted, leaves nothing but ids', async () => {
    sandbox.addEvents(ann, [weekly]);
    const token = await syncToken();
    await control(sandbox.url, 'DELETE', `${path}/events/weekly00`);
    const { items = [] } = await list({ syncToken: token });
    expect(items).toHaveLength(4);
    for (const item of items) {
      expect(item.status).toBe('cancelled');
      expect(Object.keys(item).toSorted()).toEqual(['etag', 'id', 'kind', 'status']);
    }
  });

  it('without an end goes on as time does', async () => {
    sandbox.addEvents(ann, [{ ...weekly, recurrence: ['RRULE:FREQ=WEEKLY'] }]);
    const last = async () =>
      (await list({ maxResults: 2500, orderBy: 'startTime' })).items?.at(-1)?.start?.dateTime ?? '';
    const before = Date.parse(await last());
    expect(before).toBeGreaterThan(now + 350 * 86_400_000);
    const token = await syncToken({ maxResults: 2500 });
    await control(sandbox.url, 'POST', 'clock', { offsetMs: 40 * 86_400_000 });
    expect(Date.parse(await last())).toBeGreaterThan(before);
    expect((await list({ syncToken: token })).items?.length).toBeGreaterThan(0);
  });
});

describe('sync tokens', () => {
  it('bring what was added, changed and deleted since, and a new token', async () => {
    const [id] = sandbox.addEvents(ann, [meeting]);
    const token = await syncToken({ timeMin: '2026-01-01T00:00:00Z' });
    expect((await list({ syncToken: token })).items).toEqual([]);
    await control(sandbox.url, 'POST', `${path}/events`, { ...meeting, iCalUID: 'b@acme.com' });
    await control(sandbox.url, 'POST', `${path}/events/${id}/cancel`);
    const { items, nextSyncToken } = await list({ syncToken: token });
    expect(items).toMatchObject([
      { iCalUID: 'b@acme.com', status: 'confirmed' },
      { id, status: 'cancelled', summary: 'Price talk' },
    ]);
    expect((await list({ syncToken: nextSyncToken ?? '' })).items).toEqual([]);
  });

  it('bring again what changes while the pages are read', async () => {
    const [first] = sandbox.addEvents(
      ann,
      ['a', 'b', 'c'].map((name) => ({ ...meeting, iCalUID: `${name}@acme.com` })),
    );
    const page = await list({ maxResults: 2 });
    await control(sandbox.url, 'PATCH', `${path}/events/${first}`, { summary: 'Changed' });
    const last = await list({ maxResults: 2, pageToken: page.nextPageToken ?? '' });
    expect(last.items).toMatchObject([{ iCalUID: 'c@acme.com' }]);
    const { items } = await list({ syncToken: last.nextSyncToken ?? '' });
    expect(items).toMatchObject([{ id: first, summary: 'Changed' }]);
  });

  it('come page by page too', async () => {
    const token = await syncToken();
    sandbox.addEvents(ann, [weekly]);
    const first = await list({ syncToken: token, maxResults: 3 });
    expect(first.items).toHaveLength(3);
    expect(first).not.toHaveProperty('nextSyncToken');
    const second = await list({
      syncToken: token,
      maxResults: 3,
      pageToken: first.nextPageToken ?? '',
    });
    expect(second.items).toHaveLength(1);
    expect(second.nextSyncToken).toBeTruthy();
  });

  it.each([
    { q: 'x' },
    { timeMin: '2026-01-01T00:00:00Z' },
    { timeMax: '2026-01-01T00:00:00Z' },
    { orderBy: 'updated' },
    { updatedMin: '2026-01-01T00:00:00Z' },
    { iCalUID: 'x' },
    { privateExtendedProperty: ['a=b'] },
    { showDeleted: false },
    { singleEvents: false },
  ])('exclude %j', async (options) => {
    const token = await syncToken();
    await expect(list({ ...options, syncToken: token })).rejects.toMatchObject({ status: 400 });
  });

  it('expire with 410 in Google’s words; a new one works', async () => {
    const token = await syncToken();
    await control(sandbox.url, 'POST', `${path}/expire-sync-tokens`);
    const error = (await list({ syncToken: token }).catch((reason: unknown) => reason)) as {
      status: number;
      response: { data: unknown };
    };
    expect(error.status).toBe(410);
    expect(error.response.data).toMatchObject({
      error: {
        code: 410,
        message: 'Sync token is no longer valid, a full sync is required.',
        errors: [{ domain: 'calendar', reason: 'fullSyncRequired', location: 'syncToken' }],
      },
    });
    expect((await list({ syncToken: await syncToken() })).items).toEqual([]);
  });

  it('that never were are refused', async () => {
    await expect(list({ syncToken: 'x' })).rejects.toMatchObject({ status: 400 });
  });
});

describe('control', () => {
  it('tells what takes place, instance by instance', async () => {
    sandbox.addEvents(ann, [meeting, weekly]);
    await control(sandbox.url, 'DELETE', `${path}/events/weekly00_20260317T140000Z`);
    const { events } = await control<{ events: { id: string }[] }>(
      sandbox.url,
      'GET',
      `${path}/events`,
    );
    const { items } = await list({ orderBy: 'startTime' });
    expect(events).toEqual(items);
    expect(events).toHaveLength(4);
  });

  it('knows no event of another name and no other person', async () => {
    await expect(control(sandbox.url, 'DELETE', `${path}/events/none`)).rejects.toThrow('404');
    await expect(
      control(sandbox.url, 'GET', 'google-calendar/nobody@example.org/events'),
    ).rejects.toThrow('404');
  });
});
