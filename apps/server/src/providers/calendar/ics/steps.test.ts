import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { mapEvent } from '../map-occurrence.ts';
import { runAtOnce, runInTurns } from './steps.ts';
import { ianaZone } from './zoned-time.ts';

const href = 'https://cal.acme.com/ann/work/1.ics';
const people = ['ORGANIZER:mailto:ann@example.org', 'ATTENDEE:mailto:bob@acme.com'];
const hours = '0,2,4,6,8,10,12,14,16,18,20,22';
const repeat = (line: string, size = 1_000_000) => line.repeat(Math.floor(size / line.length));
const list = (text: string, count: number) => Array.from({ length: count }, () => text).join(',');
const zones = Intl.supportedValuesOf('timeZone');
const day = (index: number) =>
  new Date(Date.UTC(1990, 0, 1) + index * 24 * 60 * 60 * 1000)
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '');

const calendarOf = (lines: string) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:one', lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');
const eventOf = (start: string, lines: readonly string[], who: readonly string[] = people) =>
  calendarOf([...who, start, ...lines].join('\r\n'));
const old = 'DTSTART;TZID=America/New_York:01000101T000000';
const begin = 'DTSTART;TZID=America/New_York:19900101T000000';
const manyRules = Array.from(
  { length: 6 },
  (_, index) => `RRULE:FREQ=DAILY;INTERVAL=4;BYHOUR=${hours};BYMINUTE=${index * 2};COUNT=19990`,
);
const changes = Array.from(
  { length: 4_000 },
  (_, index) =>
    `BEGIN:VEVENT\r\nUID:one\r\nRECURRENCE-ID;TZID=America/New_York:${day(index)}T000000\r\n${people.join('\r\n')}\r\nDTSTART;TZID=${zones[index % 25]}:${day(index)}T010000\r\nEND:VEVENT`,
).join('\r\n');

/** Events of at most a megabyte, each of which once took up to seconds in which nothing else ran. */
const costly: [name: string, ics: string][] = [
  ['rules of all hours since the year 100', eventOf(old, manyRules)],
  ['rules of all hours', eventOf(begin.replace('1990', '2006'), manyRules)],
  [
    'rules of most weeks',
    eventOf(
      old,
      Array.from(
        { length: 5 },
        () =>
          `RRULE:FREQ=YEARLY;BYWEEKNO=${list('1,-1,3', 40)};BYDAY=${list('MO,TU,1WE', 30)};COUNT=19990`,
      ),
    ),
  ],
  ['the same without other people', eventOf(old, manyRules, [])],
  [
    'rules without an end',
    eventOf(
      begin,
      manyRules.map((rule) => rule.replace(';COUNT=19990', '')),
    ),
  ],
  [
    'days in many zones',
    eventOf(
      begin,
      Array.from(
        { length: 14_000 },
        (_, index) => `RDATE;TZID=${zones[index % 28]}:${day(index * 3)}T101500`,
      ),
    ),
  ],
  [
    'exceptions in many zones',
    eventOf(begin, [
      'RRULE:FREQ=DAILY',
      ...Array.from(
        { length: 10_000 },
        (_, index) => `EXDATE;TZID=${zones[(index * 7) % 28]}:${day(index)}T000000`,
      ),
    ]),
  ],
  ['one line of dates', eventOf(begin, [`RDATE:${list('20240101T100000', 14_900)}`])],
  [
    'changed occurrences',
    eventOf(begin, ['RRULE:FREQ=DAILY']).replace('END:VCALENDAR', `${changes}\r\nEND:VCALENDAR`),
  ],
  [
    'moved from many days on',
    eventOf(begin, ['RRULE:FREQ=DAILY;COUNT=2900']).replace(
      'END:VCALENDAR',
      `${changes
        .split('BEGIN:VEVENT')
        .slice(1, 51)
        .map(
          (one) =>
            `BEGIN:VEVENT${one.replace('RECURRENCE-ID;', 'RECURRENCE-ID;RANGE=THISANDFUTURE;')}`,
        )
        .join('')}END:VCALENDAR`,
    ),
  ],
  ['people', eventOf(begin, [repeat('ATTENDEE;CN=Abc;PARTSTAT=ACCEPTED:mailto:abcde@x.yz\r\n')])],
  ['parameters', eventOf(begin, [repeat(`ATTENDEE${';A=b'.repeat(49)}:mailto:a@x.yz\r\n`)])],
  ['short lines', eventOf(begin, [repeat('UID:a\r\n', 270_000)])],
  ['attachments', eventOf(begin, [`ATTACH;ENCODING=BASE64:${repeat('QUJD')}`])],
  ['folded lines', eventOf(begin, [repeat('DESCRIPTION:a\r\n a\r\n a\r\n a\r\n')])],
  ['a text', eventOf(begin, [`DESCRIPTION:${repeat(String.raw`a\n<b \, `)}`])],
  [
    'days of a month',
    eventOf(begin, [
      `RRULE:FREQ=YEARLY;BYMONTHDAY=${list('31', 20_000)};BYSETPOS=${list('1', 500)}`,
    ]),
  ],
  ['rules', eventOf(begin, [repeat('RRULE:FREQ=YEARLY;BYDAY=MO,TU;BYWEEKNO=1,-1\r\n')])],
  [
    'definitions of zones',
    `BEGIN:VCALENDAR\r\n${Array.from({ length: 30 }, (_, index) => `BEGIN:VTIMEZONE\r\nTZID:own ${index}\r\n${repeat('BEGIN:STANDARD\r\nDTSTART:00010101T000000\r\nTZOFFSETFROM:+0300\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=YEARLY;BYDAY=1SU\r\nEND:STANDARD\r\n', 20_000)}END:VTIMEZONE\r\n`).join('')}${eventOf('DTSTART;TZID=own 1:20240101T100000', []).replace('BEGIN:VCALENDAR\r\n', '')}`,
  ],
];

const reader = { addresses: new Set(['bob@acme.com']), zone: ianaZone('America/New_York') };
const span = { from: Date.parse('2006-01-01'), to: Date.parse('2027-01-01') };

it.each(costly)('lets other work run while an event is read: %s', async (_name, data) => {
  expect(data.length).toBeLessThan(1024 * 1024);
  const total = startProcessorTime();
  const slowestTurn = async () => {
    let [slowest, turn] = [0, startProcessorTime()];
    const endTurn = async () => {
      slowest = Math.max(slowest, turn());
      await setImmediate();
      turn = startProcessorTime();
    };
    const read = runInTurns(mapEvent({ href, data }, reader, span), endTurn);
    await read.catch((error: unknown) => expect(error).toBeInstanceOf(Error));
    return Math.max(slowest, turn());
  };
  // A turn that the work makes long is long each time; one that compiling or clearing memory makes long is not.
  const times = [await slowestTurn(), await slowestTurn(), await slowestTurn()];
  expect(Math.min(...times)).toBeLessThan(50);
  // Half of it at most is for time zones that are looked up for the first time.
  expect(total()).toBeLessThan(6_000);
});

it('takes steps in turns of a few milliseconds, and returns what they return', async () => {
  const work = function* () {
    for (let count = 0; count < 40; count += 1) {
      const ends = performance.now() + 1;
      while (performance.now() < ends);
      yield;
    }
    return 'done';
  };
  let turns = 0;
  const endTurn = () => {
    turns += 1;
    return Promise.resolve();
  };
  expect(await runInTurns(work(), endTurn)).toBe('done');
  expect(turns).toBeGreaterThanOrEqual(2);
  expect(turns).toBeLessThan(40);
  expect(runAtOnce(work())).toBe('done');
});
