import { runInTurns } from '../../calendar/ics/steps.ts';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createCalendarReader } from './read-calendar.ts';
import { mapEvent } from '../../calendar/map-occurrence.ts';
import { tidyLine } from '../../calendar/ics/content-line.ts';
import { ianaZone } from '../../calendar/ics/zoned-time.ts';

/** A calendar with each property and parameter that is read. */
const calendar = [
  'BEGIN:VCALENDAR',
  'METHOD:PUBLISH',
  'X-WR-TIMEZONE:Asia/Tokyo',
  'BEGIN:VTIMEZONE',
  'TZID:Our Zone',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0300',
  'END:STANDARD',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'UID:one',
  'DTSTART;TZID=Europe/Berlin:20261102T100000',
  'DTEND;VALUE=DATE-TIME;TZID="Our Zone":20261102T130000',
  'RRULE:FREQ=WEEKLY;COUNT=6;BYDAY=MO,WE',
  'EXDATE;TZID=Europe/Berlin:20261104T100000,20261109T100000',
  'RDATE;VALUE=DATE:20261205',
  'SUMMARY;LANGUAGE=en:Plan, budget; and = signs',
  'LOCATION:Room: 4',
  'CLASS:PRIVATE',
  'ORGANIZER;CN="Ann: Berg":mailto:ann@example.org',
  'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=DECLINED;MEMBER="mailto:a@b.example","mailto:c@b.example";CN=Bob:mailto:bob@acme.com',
  'ATTENDEE;CUTYPE=ROOM;CN="Room 4":mailto:room@acme.com',
  'ATTENDEE;CN=Carl;EMAIL=carl@acme.com:urn:uuid:4',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:one',
  'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261111T100000',
  'DTSTART;TZID=Europe/Berlin:20261111T150000',
  'DURATION:PT30M',
  'SEQUENCE:3',
  'STATUS:TENTATIVE',
  'ORGANIZER:mailto:ann@example.org',
  'ATTENDEE:mailto:carl@acme.com',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:two',
  'DTSTART:20261103T100000',
  'SUMMARY:Abgesagt: walk',
  'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
  'TRANSP:TRANSPARENT',
  'ORGANIZER:mailto:ann@example.org',
  'ATTENDEE:mailto:carl@acme.com',
  'END:VEVENT',
  'END:VCALENDAR',
];

const addresses = new Set(['ann@example.org']);
const uploadedAt = Date.parse('2027-01-01T00:00:00Z');

async function readFile(text: string): Promise<unknown[]> {
  const reader = createCalendarReader(addresses, uploadedAt);
  const items = await Array.fromAsync(reader.read(Buffer.from(text), ''));
  return Promise.all(items.map((item) => ('read' in item ? item.read() : Promise.resolve(item))));
}

/** As a connected calendar is read: each series with its zones. */
async function readConnected(text: string): Promise<unknown[]> {
  const context = { addresses, zone: ianaZone('America/New_York') };
  const span = { from: 0, to: uploadedAt };
  const items = await runInTurns(
    mapEvent({ href: '/a.ics', data: text }, context, span),
    setImmediate,
  );
  return items.map(({ activity }) => activity);
}

/** The positions of the separators of a line; texts are no structure. */
function separatorsOf(line: string): number[] {
  const start = /^(SUMMARY|LOCATION)/.test(line) ? line.slice(0, line.indexOf(':') + 1) : line;
  const found: number[] = [];
  let isQuoted = false;
  for (const [index, letter] of [...start].entries()) {
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted || !/[;=,:]/.test(letter)) continue;
    // Within an address and before the name of a value that is an address.
    if (/mailto$|urn$|uuid$/.test(start.slice(0, index))) continue;
    found.push(index);
  }
  return found;
}

const insertedAt = (line: string, at: number, blanks: string) =>
  `${line.slice(0, at)}${blanks}${line.slice(at)}`;

/** Each place of each line, with what is put there. */
const changes = calendar.flatMap((line, index) =>
  separatorsOf(line).flatMap((at) => [
    { index, line: insertedAt(line, at, ' ') },
    { index, line: insertedAt(line, at, '\t \t') },
    // A key contains the UID as it is written.
    ...(line.startsWith('UID') ? [] : [{ index, line: insertedAt(line, at + 1, ' \t') }]),
    { index, line: `${insertedAt(line, at, '\r\n  ')}` },
  ]),
);

it(`is the same with blanks at each of ${changes.length} places`, async () => {
  const [file, connected] = [
    await readFile(calendar.join('\r\n')),
    await readConnected(calendar.join('\r\n')),
  ];
  expect(file).toHaveLength(6);
  const wrong: string[] = [];
  for (const { index, line } of changes) {
    const text = calendar.with(index, line).join('\r\n');
    for (const [how, read, expected] of [
      ['file', readFile, file],
      ['connected', readConnected, connected],
    ] as const) {
      const found = await read(text).catch((error: unknown) => [String(error)]);
      if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push(`${how}: ${line}`);
    }
  }
  expect(wrong).toEqual([]);
});

it.each([
  ['letters of any case', (line: string) => line.replace(/^[^:"]+/, lowerNames)],
  [
    'quotes around the values of parameters',
    (line: string) =>
      line.startsWith('RRULE') ? line : line.replaceAll(/=([\w/-]+)(?=[;:])/g, '=" $1 "'),
  ],
  [
    'quotes around values',
    (line: string) => line.replace(/^((?!SUM|LOC|UID|BEGIN|END|.*")[^:]+:)(.+)$/, '$1 "$2" '),
  ],
  ['semicolons that divide nothing', (line: string) => line.replace(/^([A-Z-]+);/, '$1;; ;')],
  ['all lines indented after their names', (line: string) => line.replace(/^([A-Z-]+)/, '$1  ')],
])('is the same with %s', async (_, change) => {
  const changed = calendar.map(change);
  expect(changed).not.toEqual(calendar);
  const found = await readFile(changed.join('\r\n'));
  expect(found).toEqual(await readFile(calendar.join('\r\n')));
});

const lowerNames = (head: string): string =>
  head.replaceAll(/(^|;)[\w-]+/g, (name) => name.toLowerCase());

const meeting = (...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:1.0',
    'BEGIN:VEVENT',
    'ORGANIZER:mailto:ann@example.org',
    'ATTENDEE:mailto:bob@acme.com',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');

it.each([
  ['DTSTART;TZID:Europe/Berlin:20261125T100000', '09:00', undefined],
  ['DTSTART:TZID=Europe/Berlin:20261125T100000', '09:00', undefined],
  ['DTSTART; tzid = Europe/Berlin ; VALUE = DATE-TIME : 20261125T100000', '09:00', undefined],
  ['DTSTART;Europe/Berlin:20261125T100000', '09:00', undefined],
  ['DTSTART;TZID Europe/Berlin:20261125T100000', '09:00', undefined],
  ['DTSTART;TZID = (UTC+01:00) Amsterdam, Berlin, Bern : 20261125T100000', '09:00', undefined],
  ['DTSTART;TZID="Europe/Berlin:20261125T100000', '09:00', undefined],
  ['DTSTART;TZID = Mars/Base:20261125T100000', '10:00', 'Mars/Base'],
  ['DTSTART;Mars/Base:20261125T100000', '10:00', 'Mars/Base'],
  ['DTSTART;TZID=Europe/Berlin;TZID=Asia/Tokyo:20261125T100000', '09:00', undefined],
])('%s is in no other zone', async (line, time, unknown) => {
  const [found] = (await readFile(meeting(line))) as [
    { occurredAt: Date; metadata: { unknownTimeZone?: string } },
  ];
  expect(found.occurredAt.toISOString().slice(11, 16)).toBe(time);
  expect(found.metadata.unknownTimeZone).toBe(unknown);
});

it.each([
  'ATTENDEE ; STATUS = DECLINED : carl@acme.com',
  'ATTENDEE;EXPECT=REQUEST;declined:carl@acme.com',
  'ATTENDEE;RSVP;PARTSTAT=DECLINED:mailto:carl@acme.com',
  'ATTENDEE;;PARTSTAT="declined ":MAILTO : carl@acme.com',
  'ATTENDEE;CN="Carl;PARTSTAT=DECLINED:mailto:carl@acme.com',
])('%s does not take part', async (line) => {
  const found = await readFile(meeting('DTSTART:20261125T100000Z', line));
  expect(found).toMatchObject([
    { participants: [{ email: 'ann@example.org' }, { email: 'bob@acme.com' }] },
  ]);
});

it.each([' ', '; ', ';"', ' "', ';A = "b" , "c"', '\t;=', '" ,', ';"a" , "b"', ': '])(
  'takes time in proportion to the length of a line of %j',
  (piece) => {
    const line = `ATTENDEE;${piece.repeat(500_000 / piece.length)}:mailto:ann@example.org`;
    const begun = performance.now();
    tidyLine(line, { keepsValue: false });
    // A search for each piece would take minutes.
    expect(performance.now() - begun).toBeLessThan(2_000);
  },
);
