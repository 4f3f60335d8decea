import { describe, expect, it } from 'vitest';
import { instantOf } from './event-time.ts';
import { readOccurrences } from './read-occurrences.ts';
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
  return readOccurrences(ics, newYork, span)
    .map(({ start }) => ({ at: new Date(instantOf(start)).toISOString(), isDay: start.isDay }))
    .map(({ at, isDay }) => (isDay ? at.slice(0, 10) : `${at.slice(0, 16)}Z`))
    .sort();
}

const berlin = (stamp: string) => `DTSTART;TZID=Europe/Berlin:${stamp}`;
const change = (id: string, ...lines: string[]) => [`RECURRENCE-ID${id}`, ...lines];

const custom = [
  'BEGIN:VTIMEZONE',
  'TZID:Our own time',
  'BEGIN:STANDARD',
  'DTSTART:19701025T030000',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:19700329T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0300',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

/** Computed by hand. */
const cases: [name: string, events: string[][], expected: string[], more?: string[]][] = [
  ['a single event in UTC', [['DTSTART:20240305T100000Z']], ['2024-03-05T10:00Z']],
  ['a single event in a zone', [[berlin('20240705T100000')]], ['2024-07-05T08:00Z']],
  [
    'a weekly series over the beginning of summer time',
    [[berlin('20240320T100000'), 'RRULE:FREQ=WEEKLY;COUNT=3']],
    ['2024-03-20T09:00Z', '2024-03-27T09:00Z', '2024-04-03T08:00Z'],
  ],
  [
    'times that clocks skip: as if they had not changed',
    [[berlin('20240330T023000'), 'RRULE:FREQ=DAILY;COUNT=3']],
    ['2024-03-30T01:30Z', '2024-03-31T01:30Z', '2024-04-01T00:30Z'],
  ],
  [
    'times that clocks show twice: the first',
    [[berlin('20241026T023000'), 'RRULE:FREQ=DAILY;COUNT=3']],
    ['2024-10-26T00:30Z', '2024-10-27T00:30Z', '2024-10-28T01:30Z'],
  ],
  [
    'UNTIL in UTC, itself included',
    [[berlin('20240701T100000'), 'RRULE:FREQ=DAILY;UNTIL=20240703T080000Z']],
    ['2024-07-01T08:00Z', '2024-07-02T08:00Z', '2024-07-03T08:00Z'],
  ],
  [
    'UNTIL of a day, for events with a time',
    [['DTSTART;TZID=America/New_York:20240701T220000', 'RRULE:FREQ=DAILY;UNTIL=20240702']],
    ['2024-07-02T02:00Z', '2024-07-03T02:00Z'],
  ],
  [
    'EXDATE in the zone of the series',
    [
      [
        berlin('20240701T100000'),
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;TZID=Europe/Berlin:20240702T100000',
      ],
    ],
    ['2024-07-01T08:00Z', '2024-07-03T08:00Z'],
  ],
  [
    'EXDATE in UTC, several of them',
    [
      [
        berlin('20240701T100000'),
        'RRULE:FREQ=DAILY;COUNT=4',
        'EXDATE:20240702T080000Z,20240703T080000Z',
      ],
    ],
    ['2024-07-01T08:00Z', '2024-07-04T08:00Z'],
  ],
  [
    'EXDATE of a day',
    [[berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20240702']],
    ['2024-07-01T08:00Z', '2024-07-03T08:00Z'],
  ],
  [
    'RDATE beside a rule',
    [[berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=2', 'RDATE:20240710T120000Z']],
    ['2024-07-01T08:00Z', '2024-07-02T08:00Z', '2024-07-10T12:00Z'],
  ],
  [
    'RDATE without a rule: the start as well',
    [[berlin('20240701T100000'), 'RDATE;TZID=Europe/Berlin:20240705T110000']],
    ['2024-07-01T08:00Z', '2024-07-05T09:00Z'],
  ],
  [
    'RDATE with periods',
    [['DTSTART:20240701T100000Z', 'RDATE;VALUE=PERIOD:20240703T100000Z/PT2H']],
    ['2024-07-01T10:00Z', '2024-07-03T10:00Z'],
  ],
  [
    'an occurrence that is moved',
    [
      [berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=3'],
      change(';TZID=Europe/Berlin:20240702T100000', berlin('20240709T150000')),
    ],
    ['2024-07-01T08:00Z', '2024-07-03T08:00Z', '2024-07-09T13:00Z'],
  ],
  [
    'an occurrence that is moved, named in UTC',
    [
      [berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=2'],
      change(':20240702T080000Z', 'DTSTART:20240702T200000Z'),
    ],
    ['2024-07-01T08:00Z', '2024-07-02T20:00Z'],
  ],
  [
    'an occurrence that is cancelled',
    [
      [berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=3'],
      change(':20240702T080000Z', berlin('20240702T100000'), 'STATUS:CANCELLED'),
    ],
    ['2024-07-01T08:00Z', '2024-07-03T08:00Z'],
  ],
  [
    'a series that is cancelled',
    [[berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=3', 'STATUS:CANCELLED']],
    [],
  ],
  [
    'all that follow are moved',
    [
      [berlin('20240701T100000'), 'RRULE:FREQ=DAILY;COUNT=4'],
      change(';RANGE=THISANDFUTURE;TZID=Europe/Berlin:20240703T100000', berlin('20240703T120000')),
    ],
    ['2024-07-01T08:00Z', '2024-07-02T08:00Z', '2024-07-03T10:00Z', '2024-07-04T10:00Z'],
  ],
  [
    'an invitation to one occurrence, without its series',
    [change(';TZID=Europe/Berlin:20240703T100000', berlin('20240703T110000'))],
    ['2024-07-03T09:00Z'],
  ],
  [
    'all day long, with an exception',
    [['DTSTART;VALUE=DATE:20240701', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20240702']],
    ['2024-07-01', '2024-07-03'],
  ],
  [
    'all day long, every year on 29 February',
    [['DTSTART;VALUE=DATE:20200229', 'RRULE:FREQ=YEARLY;COUNT=3']],
    ['2020-02-29', '2024-02-29', '2028-02-29'],
  ],
  [
    'every month on the 31st: months without one are left out',
    [['DTSTART:20240131T100000Z', 'RRULE:FREQ=MONTHLY;COUNT=3']],
    ['2024-01-31T10:00Z', '2024-03-31T10:00Z', '2024-05-31T10:00Z'],
  ],
  [
    'the last Friday of each month',
    [['DTSTART:20240126T100000Z', 'RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=3']],
    ['2024-01-26T10:00Z', '2024-02-23T10:00Z', '2024-03-29T10:00Z'],
  ],
  [
    'the last working day of each month',
    [['DTSTART:20240131T100000Z', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3']],
    ['2024-01-31T10:00Z', '2024-02-29T10:00Z', '2024-03-29T10:00Z'],
  ],
  [
    'every other week on two days, weeks beginning on Sunday',
    [['DTSTART:20240107T100000Z', 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU;COUNT=4']],
    ['2024-01-07T10:00Z', '2024-01-09T10:00Z', '2024-01-21T10:00Z', '2024-01-23T10:00Z'],
  ],
  [
    'the name that Windows gives to a zone',
    [['DTSTART;TZID=W. Europe Standard Time:20240701T100000']],
    ['2024-07-01T08:00Z'],
  ],
  [
    'a zone that only the resource defines',
    [['DTSTART;TZID=Our own time:20240320T100000', 'RRULE:FREQ=MONTHLY;COUNT=2']],
    ['2024-03-20T08:00Z', '2024-04-20T07:00Z'],
    custom,
  ],
  [
    'a time without a zone: in that of the calendar',
    [['DTSTART:20240701T100000', 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20240702T100000']],
    ['2024-07-01T14:00Z'],
  ],
];

describe(`${cases.length} ways to recur`, () => {
  it.each(cases)('%s', (_name, events, expected, more) => {
    expect(begins(calendarOf(events, more))).toEqual(expected);
  });

  it('finds what an endless old series has in a span', () => {
    const series = [['DTSTART:19950103T100000Z', 'RRULE:FREQ=WEEKLY']];
    expect(begins(calendarOf(series), '2024-01-01', '2024-01-12')).toEqual([
      '2024-01-02T10:00Z',
      '2024-01-09T10:00Z',
    ]);
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
    ['daily for a century', 'FREQ=DAILY'],
  ])('is limited: %s', (what, rule) => {
    const start = what.endsWith('century')
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
  const rdates = `RDATE:${Array.from({ length: 50_001 }, () => '20240101T000000').join(',')}`;
  const yearly = observance('DTSTART:00010101T000000', 'RRULE:FREQ=YEARLY;BYDAY=1SU');

  it.each<[string, string[], string[]]>([
    ['too many years', ['a'], zone('a', ...Array.from({ length: 100 }, () => yearly))],
    ['too many changes', ['a'], zone('a', observance('DTSTART:20000101T000000', rdates))],
    [
      'too many zones',
      ['a', 'b', 'c', 'd', 'e', 'f'],
      ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name) => zone(name, yearly)),
    ],
  ])('is refused with %s', (_what, names, zones) => {
    expect(() => begins(inZones(names, zones))).toThrow(/too many|too long/);
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
  ['years', ['RRULE:FREQ=YEARLY;BYDAY=MO', 'RRULE:FREQ=YEARLY;BYDAY=TU']],
])('refuses too many %s in a moment', (what, lines) => {
  const start = what === 'years' ? 'DTSTART:01000101T100000Z' : 'DTSTART:20000101T100000Z';
  expect(() => begins(calendarOf([[start, ...lines]]))).toThrow(/too many|too long/);
});
