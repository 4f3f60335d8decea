import { describe, expect, it } from 'vitest';
import { instantOf } from './event-time.ts';
import { createFindZone } from './find-zone.ts';
import { parseCalendar } from './parse-calendar.ts';
import { readOccurrences } from './read-occurrences.ts';
import { change, custom, recurrenceCases } from './recurrence-cases.fixture.ts';
import { runAtOnce } from './steps.ts';
import { ianaZone } from './zoned-time.ts';

const newYork = ianaZone('America/New_York');

const calendarOf = (events: readonly string[][], more: readonly string[] = []): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...more,
    ...events.flatMap((lines) => ['BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');

/** The starts of the events of a calendar: instants, and days for those that last all day. */
function begins(ics: string, from = '2000-01-01', to = '2035-01-01'): string[] {
  const span = { from: Date.parse(from), to: Date.parse(to) };
  return runAtOnce(readOccurrences(ics, { floating: newYork, span }))
    .map(({ start }) => ({ at: new Date(instantOf(start)).toISOString(), isDay: start.isDay }))
    .map(({ at, isDay }) => (isDay ? at.slice(0, 10) : `${at.slice(0, 16)}Z`))
    .sort();
}

describe(`${recurrenceCases.length} ways to recur`, () => {
  it.each(recurrenceCases)('%s', (_name, events, expected, more) => {
    expect(begins(calendarOf(events, more))).toEqual(expected);
  });

  it('finds what an endless old series has in a span', () => {
    const series = [['DTSTART:19950103T100000Z', 'RRULE:FREQ=WEEKLY']];
    expect(begins(calendarOf(series), '2024-01-01', '2024-01-12')).toEqual([
      '2024-01-02T10:00Z',
      '2024-01-09T10:00Z',
    ]);
  });

  it.each([
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=DAILY;INTERVAL=3;BYMONTH=1,7',
    'FREQ=WEEKLY;INTERVAL=3;BYDAY=SU,WE;WKST=SU',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU,SA;WKST=MO',
    'FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31,-2',
    'FREQ=MONTHLY;BYDAY=1MO,-1FR',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,1',
    'FREQ=YEARLY;INTERVAL=3;BYWEEKNO=1,-1;BYDAY=TH',
    'FREQ=YEARLY;BYYEARDAY=1,60,-1',
    'FREQ=DAILY;BYHOUR=0,23;BYMINUTE=0,59',
  ])('finds the same in a span whether the series has a number of times or not: %s', (rule) => {
    const series = (more: string) =>
      begins(
        calendarOf([['DTSTART;TZID=America/New_York:20190131T233000', `RRULE:${rule}${more}`]]),
        '2024-03-10T04:30:00Z',
        '2025-11-02T05:30:00Z',
      );
    expect(series('')).toEqual(series(';COUNT=9999'));
    expect(series('').length).toBeGreaterThan(0);
  });

  it('finds an occurrence that was moved into a span from outside', () => {
    const ics = calendarOf([
      ['DTSTART:20240101T100000Z', 'RRULE:FREQ=MONTHLY;COUNT=12'],
      change(':20241201T100000Z', 'DTSTART:20240215T100000Z'),
    ]);
    expect(begins(ics, '2024-02-10', '2024-02-20')).toEqual(['2024-02-15T10:00Z']);
  });
});

describe('a calendar that cannot be read', () => {
  it.each([
    ['that is none', 'hello', 'cannot be read'],
    ['without a start', calendarOf([['SUMMARY:x']]), 'no start'],
    [
      'with a day that does not exist',
      calendarOf([['DTSTART:20240230T100000Z']]),
      'no usable time',
    ],
    [
      'that recurs every second',
      calendarOf([['DTSTART:20240101T100000Z', 'RRULE:FREQ=SECONDLY']]),
      'at most daily',
    ],
  ])('is refused, with a reason: %s', (_what, ics, reason) => {
    expect(() => begins(ics)).toThrow(reason);
  });
});

it.each([
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=WEEKLY;INTERVAL=1000000;BYDAY=MO;BYMONTH=2',
  'FREQ=DAILY;INTERVAL=999999999',
  'FREQ=DAILY;BYDAY=2MO',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-9',
  'FREQ=MONTHLY;INTERVAL=1000000000',
])('ends with a rule that gives nothing: %s', (rule) => {
  const ics = calendarOf([['DTSTART:20240131T100000Z', `RRULE:${rule}`]]);
  // Once for each Monday, where it ignores what a daily rule cannot have.
  expect(begins(ics, '2024-01-01', '2026-01-01').length).toBeLessThan(105);
});

it('reads lines with much in them that are not parameters', () => {
  const ics = calendarOf([
    [
      'DTSTART:20240101T100000Z',
      `DESCRIPTION:${'a;b=c: "d" '.repeat(10_000)}`,
      `X-ALT-DESC;FMTTYPE=text/html:${'<p style="a:b;c=d">&amp;</p>'.repeat(5_000)}`,
      `ATTENDEE;CN="Bob; at: home";MEMBER="mailto:a@b.c","mailto:d@e.f":mailto:bob@acme.com`,
    ],
  ]);
  expect(begins(ics)).toHaveLength(1);
});

it('reads no calendar with a visiting card in it, which ical.js reads by other rules', () => {
  const card = ['BEGIN:VCARD', 'X:y', 'END:VCARD'];
  expect(() => begins(calendarOf([['DTSTART:20240101T100000Z']], card))).toThrow('cannot be read');
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index).join(',');

describe('what one rule may give', () => {
  it.each([
    [
      'every second of a day',
      `FREQ=DAILY;BYSETPOS=1;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)}`,
    ],
    ['every minute of a year', `FREQ=YEARLY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)}`],
    ['every half hour of sixty years', `FREQ=DAILY;BYHOUR=${numbers(24)};BYMINUTE=0,30`],
    [
      'all positions of each day',
      `FREQ=DAILY;BYSETPOS=${numbers(366).replace(/^0,/, '')};BYHOUR=9,17`,
    ],
    ['daily for a century, with many left out', 'FREQ=DAILY;COUNT=100000'],
  ])('is limited: %s', (what, rule) => {
    const start = what.startsWith('daily')
      ? 'DTSTART:19000101T090000Z'
      : 'DTSTART:19720101T090000Z';
    expect(() => begins(calendarOf([[start, `RRULE:${rule}`]]))).toThrow(/too often|too long/);
  });

  it('is all that people plan: hours of a day, and years of days', () => {
    const rules = [
      'FREQ=DAILY;BYHOUR=9,13,17',
      `FREQ=WEEKLY;BYHOUR=${numbers(12)};BYMINUTE=0,20,40`,
    ];
    const [hours, minutes] = rules.map((rule) =>
      begins(
        calendarOf([['DTSTART:20240101T090000Z', `RRULE:${rule}`]]),
        '2024-01-01',
        '2024-01-08',
      ),
    );
    expect([hours?.length, minutes?.length]).toEqual([21, 9]);
    const old = calendarOf([['DTSTART:19900101T090000Z', 'RRULE:FREQ=DAILY']]);
    expect(begins(old, '2026-01-01', '2027-01-01')).toHaveLength(365);
    const older = calendarOf([['DTSTART:01000101T090000Z', 'RRULE:FREQ=DAILY']]);
    expect(begins(older, '2026-01-01', '2027-01-01')).toHaveLength(365);
    const birthday = calendarOf([['DTSTART;VALUE=DATE:16040229', 'RRULE:FREQ=YEARLY']]);
    expect(begins(birthday, '2024-01-01', '2025-01-01')).toEqual(['2024-02-29']);
  });

  it('is not followed beyond its end', () => {
    const rule = 'RRULE:FREQ=DAILY;UNTIL=19000103T090000Z';
    const ics = calendarOf([['DTSTART:19000101T090000Z', rule]]);
    expect(begins(ics, '1899-01-01', '2035-01-01')).toHaveLength(3);
  });
});

describe('a zone that a resource defines', () => {
  const observance = (...lines: string[]) => [
    'BEGIN:STANDARD',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0200',
    ...lines,
    'END:STANDARD',
  ];
  const zone = (name: string, ...observances: string[][]) => [
    'BEGIN:VTIMEZONE',
    `TZID:${name}`,
    ...observances.flat(),
    'END:VTIMEZONE',
  ];
  const inZones = (names: readonly string[], zones: readonly string[]) =>
    calendarOf([names.map((name) => `RDATE;TZID=${name}:20240320T100000`)], zones).replaceAll(
      'UID:one',
      'UID:one\r\nDTSTART:20240320T100000Z',
    );
  const rdates = `RDATE:${Array.from({ length: 15_001 }, () => '20240101T000000').join(',')}`;
  const yearly = observance('DTSTART:00010101T000000', 'RRULE:FREQ=YEARLY;BYDAY=1SU');

  it.each<[string, string[], string[]]>([
    ['too many years', ['a'], zone('a', ...Array.from({ length: 100 }, () => yearly))],
    ['too many changes', ['a'], zone('a', observance('DTSTART:20000101T000000', rdates))],
    [
      'too many zones',
      ['a', 'b', 'c', 'd', 'e', 'f'],
      ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name) => zone(name, yearly)),
    ],
  ])('is not known with %s, so its times are in UTC and marked', (_what, names, zones) => {
    const ics = inZones(names, zones);
    const findZone = runAtOnce(createFindZone(runAtOnce(parseCalendar(ics)), newYork));
    expect(findZone(names.at(-1)).unknown).toBe(names.at(-1));
    expect(begins(ics)).toContain('2024-03-20T10:00Z');
  });

  it('changes its clocks as it says, from 1601 on, for a time, and on single days', () => {
    const summer = 'DTSTART;TZID=w:20240720T100000';
    const since = (year: string) =>
      custom.join('\n').replaceAll(/DTSTART:1970/g, `DTSTART:${year}`);
    const named = (text: string) => text.replace('Our own time', 'w').split('\n');
    expect(begins(calendarOf([[summer]], named(since('1601'))))).toEqual(['2024-07-20T07:00Z']);
    const ended = since('1970').replaceAll('-1SU', '-1SU;UNTIL=20101031T000000Z');
    expect(begins(calendarOf([[summer]], named(ended)))).toEqual(['2024-07-20T08:00Z']);
    const single = zone(
      'w',
      observance('DTSTART:20000101T000000', 'RDATE:20010101T000000,20240801T000000'),
      observance('DTSTART:20240701T000000').map((line) =>
        line.replace('STANDARD', 'DAYLIGHT').replace('+0300', '+0100').replace('+0200', '+0300'),
      ),
    );
    const days = calendarOf([[summer, 'RDATE;TZID=w:20240820T100000']], single);
    expect(begins(days)).toEqual(['2024-07-20T07:00Z', '2024-08-20T08:00Z']);
  });
});

/** Lines that took seconds to minutes. */
it.each<[string, string[]]>([
  ['parameters', [`X-A${';A=b'.repeat(250_000)}:x`]],
  ['folded parameters', [`X-A${'\r\n ;A=b'.repeat(120_000)}:x`]],
  ['parameters after quotes in a value', [`X-A;A=b";B=":"${';A=b'.repeat(200_000)}:x`]],
  ['parameters after a colon in a name', [`X-A;a:=b${';A=b'.repeat(200_000)}:x`]],
  ['quoted parameters', [`X-A${';A="b:"'.repeat(150_000)}:x`]],
  ['parameters after a list', [`X-A;A="x";MEMBER="a","b:;c"${';A=b'.repeat(200_000)}:x`]],
  ['parameters without a value', [`X-A${';A=b'.repeat(200_000)}`]],
  ['dates', [`RDATE:${Array.from({ length: 20_000 }, () => '20240101T100000').join(',')}`]],
  ['exceptions', [`EXDATE:${Array.from({ length: 20_000 }, () => '20240101T100000').join(',')}`]],
  ['rules', Array.from({ length: 20_000 }, () => 'RRULE:FREQ=DAILY')],
  ['years', ['RRULE:FREQ=YEARLY;BYDAY=MO;COUNT=99999', 'RRULE:FREQ=YEARLY;BYDAY=TU;COUNT=99999']],
])('refuses too many %s in a moment', (what, lines) => {
  const start = what === 'years' ? 'DTSTART:01000101T100000Z' : 'DTSTART:20000101T100000Z';
  expect(() => begins(calendarOf([[start, ...lines]]))).toThrow(/too many|too long/);
});
