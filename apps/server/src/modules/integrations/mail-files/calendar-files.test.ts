import { expect, test } from 'vitest';
import { createFileLab, mboxMail, withFiles } from '#test/create-file-lab.ts';
import { createSyncLab, mailbox } from '#test/create-sync-lab.ts';

const hourMs = 60 * 60 * 1000;

/** `20260302T100000Z` */
const stampOf = (time: Date): string => `${time.toISOString().replaceAll(/[-:]|\..*/g, '')}Z`;

interface Event {
  uid: string;
  title?: string;
  start?: Date;
  guest?: string;
  more?: string[];
}

const daysAgo = (days: number) => new Date(Math.floor(Date.now() / hourMs - 24 * days) * hourMs);

const calendarOf = (...events: Event[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap(
      ({ uid, title = 'Review', start = daysAgo(3), guest = 'bob@acme.com', more = [] }) => [
        'BEGIN:VEVENT',
        `UID:${uid}`,
        `SUMMARY:${title}`,
        `DTSTART:${stampOf(start)}`,
        `DTEND:${stampOf(new Date(start.getTime() + hourMs))}`,
        `ORGANIZER:mailto:${mailbox}`,
        `ATTENDEE;CN=Bob:mailto:${guest}`,
        ...more,
        'END:VEVENT',
      ],
    ),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

test('the meetings of a calendar with tracked domains are imported, and no others', async () => {
  const lab = await createFileLab();
  const ann = await lab.make.person({ email: mailbox });
  await lab.trackAll(ann, 'acme.com');
  lab.startReading();
  const declined = [`ATTENDEE;PARTSTAT=DECLINED:mailto:${mailbox}`, 'ATTENDEE:mailto:eve@acme.com'];
  const content = calendarOf(
    { uid: 'series', title: 'Weekly', start: daysAgo(15), more: ['RRULE:FREQ=WEEKLY;COUNT=2'] },
    { uid: 'private', title: 'Dentist', guest: 'dentist@teeth.example' },
    { uid: 'declined', title: 'No', more: declined },
    { uid: 'broken', title: 'Broken', more: ['RRULE:FREQ=SECONDLY'] },
  );
  const checked = await lab.upload(ann, content, 100);
  expect(checked).toMatchObject({
    state: 'ready',
    found: 5,
    meetings: 5,
    concerned: 2,
    excluded: 1,
    unreadable: 1,
    domains: [{ domain: 'acme.com', emails: 2 }],
    problems: [{ name: 'Event 4', reason: expect.stringContaining('at most daily') }],
  });
  expect(await lab.importFile(ann, checked.id)).toMatchObject({ state: 'finished', imported: 2 });
  expect(await lab.capturedOf(ann)).toMatchObject([
    { title: 'Weekly', provider: 'mail_file', occurred_at: daysAgo(15) },
    { title: 'Weekly', occurred_at: daysAgo(8) },
  ]);
  expect(await lab.db.selectFrom('mail_file_items').selectAll().execute()).toEqual([]);
});

test('a later export moves the meetings of an earlier one', async () => {
  const lab = await createFileLab();
  const ann = await lab.make.person();
  await lab.trackAll(ann, 'acme.com');
  lab.startReading();
  const series = { uid: 'one', start: daysAgo(15), more: ['RRULE:FREQ=DAILY;COUNT=2'] };
  const moved = {
    uid: 'one',
    start: daysAgo(2),
    more: [`RECURRENCE-ID:${stampOf(daysAgo(14))}`],
  };
  for (const content of [calendarOf(series), calendarOf(series, moved)]) {
    await lab.importFile(ann, (await lab.upload(ann, content)).id);
  }
  const times = (await lab.capturedOf(ann)).map(({ occurred_at: time }) => time);
  expect(times).toEqual([daysAgo(15), daysAgo(2)]);
});

test('occurrences that were moved to one time are counted as they are shown: once', async () => {
  const lab = await createFileLab();
  const ann = await lab.make.person();
  await lab.trackAll(ann, 'acme.com');
  lab.startReading();
  const moved = [14, 13].map((days) => ({
    uid: 'one',
    start: daysAgo(2),
    more: [`RECURRENCE-ID:${stampOf(daysAgo(days))}`],
  }));
  const series = { uid: 'one', start: daysAgo(15), more: ['RRULE:FREQ=DAILY;COUNT=3'] };
  const checked = await lab.upload(ann, calendarOf(series, ...moved));
  expect(checked).toMatchObject({ found: 2, meetings: 2, concerned: 2, domains: [{ emails: 2 }] });
  expect(await lab.importFile(ann, checked.id)).toMatchObject({ imported: 2 });
  const { length } = await lab.db
    .selectFrom('captured_activity_domains')
    .select('activity_key')
    .distinct()
    .execute();
  expect(length).toBe(2);
});

test('a later export removes nothing: what it lacks and what is cancelled in it stays', async () => {
  const lab = await createFileLab();
  const ann = await lab.make.person();
  await lab.trackAll(ann, 'acme.com');
  lab.startReading();
  const meeting = (uid: string, more: string[] = []) => ({ uid, title: uid, more });
  const cancelled = meeting('two', ['STATUS:CANCELLED']);
  const exports = [
    calendarOf(meeting('one'), meeting('two'), meeting('three')),
    calendarOf(cancelled, meeting('three')),
  ];
  for (const content of exports) {
    await lab.importFile(ann, (await lab.upload(ann, content)).id);
  }
  const titles = (await lab.capturedOf(ann)).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['one', 'three', 'two']);
});

test('a meeting in a file and in a connected calendar is one activity', async () => {
  const lab = await createSyncLab();
  const files = withFiles(lab);
  const workspace = await lab.make.workspace();
  const ann = await lab.make.member(workspace.id);
  const body = { domains: ['acme.com'], workspaceId: workspace.id, name: 'Acme' };
  void (await lab.call('POST /api/accounts/import', { token: ann.token, body })).data;
  const start = daysAgo(3);
  lab.sandbox.addEvents(mailbox, [
    {
      id: 'both',
      iCalUID: 'both@google.com',
      summary: 'Review',
      start: { dateTime: start.toISOString() },
      end: { dateTime: new Date(start.getTime() + hourMs).toISOString() },
      attendees: [{ email: mailbox }, { email: 'bob@acme.com', displayName: 'Bob' }],
    },
  ]);
  lab.startWorker();
  files.startReading();
  await lab.connect(ann, { provider: 'google_calendar' });
  await lab.rested(ann);
  const content = calendarOf({ uid: 'both@google.com', start }, { uid: 'file', title: 'Alone' });
  await files.importFile(ann, (await files.upload(ann, content)).id);

  const captured = await files.capturedOf(ann);
  expect(captured.map(({ title, provider }) => `${title} ${provider}`).toSorted()).toEqual([
    'Alone mail_file',
    'Review google_calendar',
    'Review mail_file',
  ]);
  const published = await lab.db.selectFrom('account_activities').select('activity_key').execute();
  expect(published).toHaveLength(2);
});

test('copies of an email under several labels count once, before and after the import', async () => {
  const lab = await createFileLab();
  const ann = await lab.make.person();
  await lab.trackAll(ann, 'acme.com');
  lab.startReading();
  const one = mboxMail({ Subject: 'One', 'Message-ID': '<one@lab.example>' });
  const two = mboxMail({ Subject: 'Two' });
  // In one part of the file, and further away than what is stored at once.
  const others = Array.from({ length: 450 }, (_, index) =>
    mboxMail({ Subject: `Number ${index}` }),
  );
  const content = [one, one, two, ...others, one, two].join('');
  const checked = await lab.upload(ann, content);
  expect(checked).toMatchObject({
    found: 452,
    concerned: 452,
    meetings: 0,
    domains: [{ domain: 'acme.com', emails: 452 }],
  });
  expect(await lab.importFile(ann, checked.id)).toMatchObject({ imported: 452 });
  expect(await lab.capturedOf(ann)).toHaveLength(452);
});
