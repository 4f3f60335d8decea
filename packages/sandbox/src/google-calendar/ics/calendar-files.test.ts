import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { control } from '../../testing/control.ts';
import { startTestSandbox, temporaryFolder } from '../../testing/start-test-sandbox.ts';
import { readIcs } from './read-ics.ts';

const ann = 'ann@example.org';
const now = Date.parse('2026-03-10T12:00:00Z');
const dayMs = 86_400_000;

interface Reported {
  iCalUID: string;
  summary: string;
  status: string;
  start: { dateTime?: string; date?: string; timeZone?: string };
  originalStartTime?: { dateTime: string };
}

function ics(lines: string, method = 'REQUEST'): string {
  const event = `BEGIN:VEVENT\nDTSTAMP:20200101T000000Z\n${lines}\nEND:VEVENT`;
  return `BEGIN:VCALENDAR\nMETHOD:${method}\n${event}\nEND:VCALENDAR\n`.replaceAll('\n', '\r\n');
}

async function files(texts: readonly string[]): Promise<string[]> {
  const folder = await temporaryFolder();
  return Promise.all(
    texts.map(async (text, index) => {
      const file = path.join(folder, `${index}.ics`);
      await writeFile(file, text);
      return file;
    }),
  );
}

async function eventsOf(calendarFiles: readonly string[], shiftDays = 0): Promise<Reported[]> {
  const sandbox = await startTestSandbox({
    now: () => now,
    shiftDays,
    mailboxes: [{ address: ann, calendarFiles }],
  });
  const reported = await control<{ events: Reported[] }>(
    sandbox.url,
    'GET',
    `google-calendar/${ann}/events`,
  );
  return reported.events;
}

describe('calendar files', () => {
  const weekly =
    'UID:w\nSUMMARY:Weekly\nDTSTART;TZID=America/New_York:20200107T093000\nDURATION:PT30M\nRRULE:FREQ=WEEKLY;COUNT=3;BYDAY=TU';

  it('move by the same days as emails: times of day stay, weekdays turn', async () => {
    const events = await eventsOf(await files([ics(weekly)]), 2);
    expect(events.map(({ start }) => start.dateTime)).toEqual([
      '2020-01-09T09:30:00-05:00',
      '2020-01-16T09:30:00-05:00',
      '2020-01-23T09:30:00-05:00',
    ]);
  });

  it('without emails move until every event has begun', async () => {
    const calendarFiles = await files([ics('UID:a\nDTSTART:20200107T130000Z')]);
    const sandbox = await startTestSandbox({
      now: () => now,
      mailboxes: [{ address: ann, calendarFiles }],
    });
    expect(sandbox.shiftDays).toBe((Date.parse('2026-03-09') - Date.parse('2020-01-07')) / dayMs);
  });

  it('take effect in the order in which they were sent, not in that of the files', async () => {
    const moved =
      'UID:w\nSEQUENCE:1\nSUMMARY:Moved\nRECURRENCE-ID;TZID=America/New_York:20200114T093000\nDTSTART;TZID=America/New_York:20200115T100000\nDTEND;TZID=America/New_York:20200115T103000';
    const off =
      'UID:w\nSEQUENCE:2\nRECURRENCE-ID;TZID=America/New_York:20200121T093000\nDTSTART;TZID=America/New_York:20200121T093000';
    const events = await eventsOf(await files([ics(off, 'CANCEL'), ics(moved), ics(weekly)]));
    expect(events.map(({ summary, start }) => [summary, start.dateTime])).toEqual([
      ['Weekly', '2020-01-07T09:30:00-05:00'],
      ['Moved', '2020-01-15T10:00:00-05:00'],
    ]);
    const cancelled = ics(`${weekly}\nSEQUENCE:3`, 'CANCEL');
    expect(await eventsOf(await files([cancelled, ics(moved), ics(weekly)]))).toEqual([]);
  });

  it('are named when they cannot be read', async () => {
    const [file = ''] = await files(['no calendar']);
    await expect(eventsOf([file])).rejects.toThrow(
      /The calendar file .*0\.ics of ann@example\.org cannot be read: This is not an iCalendar file/,
    );
  });

  it('may be put in over HTTP as well', async () => {
    const sandbox = await startTestSandbox();
    const answer = await fetch(`${sandbox.url}/sandbox/google-calendar/${ann}/events`, {
      method: 'POST',
      body: ics('UID:abcde12345@google.com\nDTSTART;VALUE=DATE:20260310\nSUMMARY:Day'),
    });
    expect(await answer.json()).toEqual({ ids: ['abcde12345'] });
  });
});

it('reads people, rooms and answers', () => {
  const [event] = readIcs(
    ics(
      [
        'UID:p\nDTSTART:20260310T100000Z\nORGANIZER;CN=Bob:MAILTO:bob@acme.com',
        'ATTENDEE;PARTSTAT=DECLINED;ROLE=OPT-PARTICIPANT;CN=Ann:mailto:ann@example.org',
        'ATTENDEE;CUTYPE=RESOURCE;CN=Room:mailto:room@acme.com',
      ].join('\n'),
    ),
  );
  expect(event).toMatchObject({
    organizer: { email: 'bob@acme.com', displayName: 'Bob' },
    attendees: [
      { email: 'ann@example.org', responseStatus: 'declined', optional: true },
      { email: 'room@acme.com', responseStatus: 'needsAction', resource: true },
    ],
  });
});

const folder = path.join(import.meta.dirname, '../../../../../shared/data/calendar');
const word = existsSync(folder) ? '' : ' (skipped: ../shared/data/calendar is absent)';

describe.skipIf(!existsSync(folder))(`the fifty real invitations${word}`, () => {
  it('all go into a calendar, on the clocks that Exchange means', async () => {
    const all = readdirSync(folder).map((name) => path.join(folder, name));
    expect(all).toHaveLength(50);
    const events = await eventsOf(all);
    // 27 from Zoom, three from Google, one from Exchange; all that recurred was called off.
    expect(events).toHaveLength(31);
    const telemetry = events.filter(({ summary }) => summary.startsWith('Platform telemetry'));
    expect(telemetry).toMatchObject([
      { start: { dateTime: '2019-08-27T21:30:00-07:00', timeZone: 'America/Los_Angeles' } },
    ]);
    expect(new Set(events.map(({ status }) => status))).toEqual(new Set(['confirmed']));
    expect(events).toHaveLength(new Set(events.map(({ iCalUID }) => iCalUID)).size);
  });
});
