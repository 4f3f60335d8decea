import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FileItem } from '#modules/integrations/provider/file-reader.ts';
import { countTurns } from '#test/count-turns.ts';
import { recurrenceCases } from '../../calendar/ics/recurrence-cases.fixture.ts';
import { toZip } from '../archive/make-archives.fixture.ts';
import { createMailFileReader } from '../mail-file.ts';
import { createCalendarReader } from './read-calendar.ts';

/** Whatever the day of the test is, so that series are read as far as the cases go. */
const uploadedAt = new Date('2034-06-01T00:00:00Z');
const addresses = new Set(['ann@example.org']);

async function read(
  content: string | Buffer,
  options: { skip?: number } = {},
): Promise<FileItem[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'calendar-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'upload');
  await writeFile(file, content);
  await utimes(file, uploadedAt, uploadedAt);
  const signal = new AbortController().signal;
  const items: FileItem[] = [];
  const given = { ownerId: 'ann', skip: options.skip ?? 0, signal, addresses };
  for await (const item of createMailFileReader().read(file, given)) items.push(item);
  return items;
}

const people = ['ORGANIZER:mailto:ann@example.org', 'ATTENDEE;CN=Bob:mailto:bob@acme.com'];
const event = (uid: string, ...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, ...people, ...lines, 'END:VEVENT'].join('\r\n');
const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR', ''].join('\r\n');
const at = (stamp: string) => `DTSTART:${stamp}`;

const activitiesOf = async (items: readonly FileItem[]) =>
  Promise.all(items.flatMap((item) => (item.kind === 'activity' ? [item.read()] : [])));
const startsOf = async (items: readonly FileItem[]) =>
  (await activitiesOf(items)).map(({ occurredAt }) => occurredAt.toISOString());
const problemsOf = (items: readonly FileItem[]) =>
  items.flatMap((item) => (item.kind === 'unreadable' ? [`${item.name}: ${item.reason}`] : []));

describe('cancelled meetings of a file', () => {
  const cancelled = (uid: string, ...lines: string[]) =>
    event(uid, 'STATUS:CANCELLED', at('20260302T100000Z'), ...lines);

  it('are named in its message', async () => {
    const series = event(
      's',
      'SUMMARY:Weekly',
      at('20260302T100000Z'),
      'RRULE:FREQ=WEEKLY;COUNT=2',
    );
    const change = cancelled('s', 'RECURRENCE-ID:20260309T100000Z', 'SUMMARY:Weekly');
    const items = await read(calendar(series, change, cancelled('k', 'SUMMARY:Kickoff')));
    expect(await activitiesOf(items)).toHaveLength(1);
    expect(items.at(-1)).toMatchObject({
      kind: 'notice',
      text: 'Cancelled and not imported: 2 meetings (“Weekly”, “Kickoff”).',
    });
  });

  it('are the reason where it has no others', async () => {
    const many = Array.from({ length: 7 }, (_, index) =>
      cancelled(`${index}`, `SUMMARY:M${index}`),
    );
    await expect(read(calendar(...many))).rejects.toThrow(
      'Cancelled and not imported: 7 meetings (“M0”, “M1”, “M2”, “M3”, “M4” and 2 more).',
    );
  });
});

describe('the meetings of a calendar in a file', () => {
  it('are those that the calendar has on a server', async () => {
    const content = calendar(
      event(
        'uid-1@google.com',
        'SUMMARY:  Quarterly\\nreview ',
        'DTSTART;TZID=America/New_York:20260302T100000',
        'DTEND;TZID=America/New_York:20260302T110000',
      ),
    );
    const items = await read(content);
    expect(items).toMatchObject([{ type: 'calendar', kind: 'activity', name: 'Event 1' }]);
    expect(await activitiesOf(items)).toMatchObject([
      {
        key: 'ical:uid-1@google.com@2026-03-02T15:00:00.000Z',
        type: 'calendar',
        title: 'Quarterly review',
        participants: [{ email: 'ann@example.org' }, { email: 'bob@acme.com', name: 'Bob' }],
        endTime: new Date('2026-03-02T16:00:00Z'),
      },
    ]);
  });

  it(`recur in all ${recurrenceCases.length} ways, of one file with all of them`, async () => {
    const zones = new Set(recurrenceCases.map(([, , , more = []]) => more.join('\r\n')));
    const content = calendar(
      ...[...zones].filter(Boolean),
      // The changes of each series come after all the others, as some programs write them.
      ...recurrenceCases.map(([, [first = []]], index) => event(`case-${index}`, ...first)),
      ...recurrenceCases.flatMap(([, [, ...changes]], index) =>
        changes.map((lines) => event(`case-${index}`, ...lines)),
      ),
    );
    const items = await read(content);
    expect(problemsOf(items)).toEqual([]);
    const found = Map.groupBy(await activitiesOf(items), ({ key }) => key.split('@')[0]);
    for (const [index, [name, , expected]] of recurrenceCases.entries()) {
      const starts = (found.get(`ical:case-${index}`) ?? []).map(({ occurredAt }) => occurredAt);
      // All-day events begin at midnight in New York.
      const wanted = expected.map((time) => (time.length === 10 ? `${time} in New York` : time));
      const shown = starts.map((start) =>
        wanted.some((time) => time.endsWith('New York'))
          ? `${start.toLocaleDateString('sv', { timeZone: 'America/New_York' })} in New York`
          : `${start.toISOString().slice(0, 16)}Z`,
      );
      expect({ name, starts: shown.toSorted() }).toEqual({ name, starts: wanted.toSorted() });
    }
  });

  it('leave out those without other people, what was declined, and replies to invitations', async () => {
    const declined = 'ATTENDEE;PARTSTAT=DECLINED:mailto:Ann@example.org';
    const alone = ['BEGIN:VEVENT', 'UID:alone', at('20260302T100000Z'), 'END:VEVENT'].join('\r\n');
    const items = await read(
      calendar(
        alone,
        event('declined', declined, 'ATTENDEE:mailto:carl@acme.com', at('20260302T100000Z')),
        event('cancelled', 'STATUS:CANCELLED', at('20260302T100000Z')),
        event('kept', at('20260303T100000Z')),
      ) + calendar('METHOD:REPLY', event('reply', at('20260304T100000Z'))),
    );
    expect(items.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'excluded Event 2',
      'activity Event 4',
      'excluded Event 5',
      'notice ',
    ]);
  });

  it('are in the zone that the calendar names, where they have none', async () => {
    const floating = event('one', at('20240701T100000'));
    expect(await startsOf(await read(calendar('X-WR-TIMEZONE:Europe/Berlin', floating)))).toEqual([
      '2024-07-01T08:00:00.000Z',
    ]);
    expect(await startsOf(await read(calendar(floating)))).toEqual(['2024-07-01T14:00:00.000Z']);
  });

  it('of a series end some time after the upload, whenever the file is read', async () => {
    const daily = calendar(event('daily', at('20340501T100000Z'), 'RRULE:FREQ=DAILY'));
    const starts = await startsOf(await read(daily));
    expect(starts.at(-1)).toBe('2035-07-05T10:00:00.000Z');
    expect(await startsOf(await read(daily, { skip: 100 }))).toEqual(starts.slice(100));
  });

  it('are found in archives beside emails, after a byte order mark, and with long lines', async () => {
    const mail =
      'From: Bob <bob@acme.com>\nTo: ann@example.org\nSubject: a\nDate: Mon, 02 Mar 2026 10:00:00 +0000\n\nHi.\n';
    const uid = 'a'.repeat(90);
    const folded = [
      'BEGIN:VEVENT',
      `UID:${uid.slice(0, 60)}`,
      ` ${uid.slice(60)}`,
      ...people,
      at('20260302T100000Z'),
      'RRULE:FREQ=DAILY;COUNT=2',
      'END:VEVENT',
    ].join('\r\n');
    const moved = event(uid, 'RECURRENCE-ID:20260303T100000Z', at('20260305T100000Z'));
    const content = `\uFEFF${calendar(folded, moved)}`;
    const items = await read(
      toZip([
        ['Takeout/Mail/a.eml', mail],
        ['Takeout/Calendar/work.ics', content],
      ]),
    );
    expect(items.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'email Takeout/Mail/a.eml',
      'calendar Takeout/Calendar/work.ics, Event 1',
      'calendar Takeout/Calendar/work.ics, Event 1',
    ]);
    expect((await startsOf(items.slice(1))).toSorted()).toEqual([
      '2026-03-02T10:00:00.000Z',
      '2026-03-05T10:00:00.000Z',
    ]);
    expect(await read(gzipSync(content))).toHaveLength(2);
  });

  it('keep the id of one that is moved in a later export', async () => {
    const series = event('one', at('20260302T100000Z'), 'RRULE:FREQ=DAILY;COUNT=2');
    const moved = event('one', 'RECURRENCE-ID:20260303T100000Z', at('20260305T100000Z'));
    const idsOf = async (content: string) =>
      (await activitiesOf(await read(content))).map(({ externalId }) => externalId);
    expect(await idsOf(calendar(series, moved))).toEqual(await idsOf(calendar(series)));
  });
});

describe('a calendar that was made to do harm, or is damaged', () => {
  const good = event('good', at('20260302T100000Z'));

  it.each<[string, string, RegExp]>([
    ['a UID of a page', event('u'.repeat(3_000), at('20260302T100000Z')), /UID is too long/],
    ['no start', event('x'), /no start/],
    ['a day that does not exist', event('x', at('20260230T100000Z')), /no usable time/],
    [
      'a rule for each second',
      event('x', at('20260302T100000Z'), 'RRULE:FREQ=SECONDLY'),
      /at most daily/,
    ],
    [
      'a rule that gives too much',
      event('x', at('00010101T000000Z'), 'RRULE:FREQ=DAILY'),
      /too (often|long)/,
    ],
    [
      'a hundred thousand dates',
      event(
        'x',
        at('20260302T100000Z'),
        `RDATE:${'20240101T100000Z,'.repeat(50_000)}20240101T100000Z`,
      ),
      /too (long|large)/,
    ],
    [
      'a text of many megabytes',
      event('x', at('20260302T100000Z'), `DESCRIPTION:${'a'.repeat(2_000_000)}`),
      /too large/,
    ],
    [
      'a visiting card',
      event('x', at('20260302T100000Z'), 'BEGIN:VCARD', 'END:VCARD'),
      /cannot be read/,
    ],
    [
      'thousands of parameters',
      event('x', at('20260302T100000Z'), `X-A${';A=b'.repeat(100_000)}:x`),
      /too many parameters/,
    ],
  ])('lists an event with %s, and reads the others', async (_what, bad, reason) => {
    const items = await read(calendar(bad, good));
    expect(problemsOf(items)).toMatchObject([expect.stringMatching(reason)]);
    expect(await startsOf(items)).toEqual(['2026-03-02T10:00:00.000Z']);
  });

  it('says that it ends within an event, and reads what comes before', async () => {
    const content = calendar(good, event('cut', at('20260303T100000Z')));
    const items = await read(content.slice(0, -40));
    expect(problemsOf(items)).toEqual([
      'The calendar: The calendar ends too early. Export it again.',
    ]);
    expect(await startsOf(items)).toHaveLength(1);
  });

  it('is not read if it is too large to be in memory', async () => {
    const items = await read(calendar(good, `X-A:${'a'.repeat(51 * 1024 * 1024)}`));
    expect(problemsOf(items)).toEqual([
      'The calendar: The calendar is too large to be read: 52 MB of at most 50 MB.',
    ]);
  });

  it('names the events beyond the maximum', async () => {
    const alone = (uid: number) => `BEGIN:VEVENT\nUID:${uid}\nDTSTART:20260302T100000Z\nEND:VEVENT`;
    const many = Array.from({ length: 50_002 }, (_, index) => alone(index)).join('\n');
    const items = await read(calendar(many));
    expect(problemsOf(items)).toEqual([
      'The calendar: It has more than 50,000 events, of which 2 were not read. Export a shorter time.',
    ]);
  }, 30_000);

  it('has all its rules limited together, and others do not wait meanwhile', async () => {
    // Each looks at 18,000 days and gives nothing.
    const nothing = (uid: number) =>
      event(`n${uid}`, at('19850101T100000Z'), 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30');
    const content = calendar(...Array.from({ length: 2_000 }, (_, index) => nothing(index)), good);
    let turns = 0;
    const others = setInterval(() => (turns += 1), 1);
    onTestFinished(() => clearInterval(others));
    const items = await read(content);
    expect(turns).toBeGreaterThan(3);
    const problems = problemsOf(items);
    expect(problems.length).toBeGreaterThan(100);
    expect(problems.length).toBeLessThan(1_900);
    expect(problems.at(-1)).toContain('Its dates take too long to follow');
    // One without a rule costs nothing.
    expect(await startsOf(items)).toEqual(['2026-03-02T10:00:00.000Z']);
  }, 30_000);

  it('is one of many without events, between which others do not wait', async () => {
    // Fewer lines than are read between two looks at the clock, on which each look takes a turn.
    const content = calendar('X-WR-TIMEZONE:Europe/Berlin').repeat(400);
    const reader = createCalendarReader(addresses, uploadedAt.getTime());
    const turns = await countTurns(async () =>
      expect(await Array.fromAsync(reader.read(Buffer.from(content), ''))).toEqual([]),
    );
    expect(turns).toBeGreaterThan(300);
  });

  it('has a series that takes long, during which others do not wait', async () => {
    const content = calendar(
      event('one', 'DTSTART:20200101T100000Z', 'RRULE:FREQ=DAILY;COUNT=2000;BYHOUR=8,9,10,11'),
    );
    const reader = createCalendarReader(addresses, uploadedAt.getTime());
    const turns = await countTurns(async () =>
      expect(await Array.fromAsync(reader.read(Buffer.from(content), ''))).toHaveLength(2_000),
    );
    expect(turns).toBeGreaterThan(20);
  });

  it('is one of many, whose zones are looked up once for each name', async () => {
    const lookUps = vi.spyOn(Intl, 'DateTimeFormat');
    onTestFinished(() => lookUps.mockRestore());
    const inZone = event('one', 'DTSTART;TZID=Europe/Paris:20240701T100000');
    const known = calendar('X-WR-TIMEZONE:Europe/Berlin', event('two', at('20240701T110000')));
    const unknown = calendar('X-WR-TIMEZONE:Not/A/Known/Zone', inZone);
    const starts = await startsOf(await read((known + unknown).repeat(200)));
    expect(starts).toHaveLength(400);
    expect([...new Set(starts)]).toEqual(['2024-07-01T09:00:00.000Z', '2024-07-01T08:00:00.000Z']);
    expect(lookUps.mock.calls.length).toBeLessThan(50);
  });

  it('has the zones of all its calendars limited together', async () => {
    const daily = ['STANDARD', 'DAYLIGHT'].map((kind) =>
      [
        `BEGIN:${kind}`,
        'DTSTART:19700101T020000',
        'TZOFFSETFROM:+0100',
        'TZOFFSETTO:+0200',
        'RRULE:FREQ=DAILY',
        `END:${kind}`,
      ].join('\r\n'),
    );
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Custom', ...daily, 'END:VTIMEZONE'].join('\r\n');
    const costly = calendar(zone, event('one', 'DTSTART;TZID=Custom:20240701T100000'));
    const known = calendar(event('two', 'DTSTART;TZID=Europe/Paris:20240701T100000'));
    const items = await read(costly.repeat(400) + known);
    const [, last] = (await activitiesOf(items)).toReversed();
    expect(last?.metadata?.unknownTimeZone).toBe('Custom');
    expect(last?.occurredAt.toISOString()).toBe('2024-07-01T10:00:00.000Z');
    expect((await startsOf(items)).at(-1)).toBe('2024-07-01T08:00:00.000Z');
  });

  const daily = 'RRULE:FREQ=DAILY;COUNT=3';
  it.each([
    [
      'what it leaves out',
      [event('one', at('20240701T100000Z'), daily, 'EXDATE;TZID=Not/Known:20240702T100000')],
    ],
    [
      'what it changes',
      [
        event('one', at('20240701T100000Z'), daily),
        event('one', at('20240702T150000Z'), 'RECURRENCE-ID;TZID=Not/Known:20240702T100000'),
      ],
    ],
  ])('marks a series that names %s in an unknown zone', async (_, events) => {
    const known = event(
      'two',
      at('20240701T100000Z'),
      daily,
      'EXDATE;TZID=Europe/Paris:20240702T120000',
    );
    const found = await activitiesOf(await read(calendar(...events, known)));
    const marks = found.map(({ metadata }) => metadata?.unknownTimeZone);
    expect(marks.slice(0, -2)).toEqual(marks.slice(0, -2).map(() => 'Not/Known'));
    expect(marks.length).toBeGreaterThan(3);
    expect(marks.slice(-2)).toEqual([undefined, undefined]);
  });

  it('gives a limited number of meetings', async () => {
    const often = (uid: number) =>
      event(`o${uid}`, at('20100101T000000Z'), 'RRULE:FREQ=DAILY;COUNT=8000');
    const content = calendar(...Array.from({ length: 30 }, (_, index) => often(index)));
    await expect(read(content)).rejects.toThrow('more than 200,000 meetings');
  }, 60_000);

  it.each([
    [
      'nothing but appointments',
      calendar('BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260302T100000Z\r\nEND:VEVENT'),
      'no meetings with other people',
    ],
    ['no calendar', 'BEGIN:VCARD\r\nEND:VCARD\r\n', 'a file of contacts'],
  ])('says that it contains %s', async (_what, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });
});

const folder = path.resolve(import.meta.dirname, '../../../../../../../shared/data/calendar');
const real = await readdir(folder).catch(() => [] as string[]);

it.skipIf(real.length === 0)(
  `reads ${real.length} invitations from real emails ${real.length === 0 ? '(skipped: ../shared is absent)' : ''}`,
  async () => {
    const texts = await Promise.all(real.map((name) => readFile(path.join(folder, name))));
    const items = await read(Buffer.concat(texts.flatMap((text) => [text, Buffer.from('\r\n')])));
    expect(problemsOf(items)).toEqual([]);
    expect(items.length).toBeGreaterThan(50);
  },
);
