import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { businessTimeZone } from '@repo/domain/time/business-day';
import { ianaZone } from './ics/zoned-time.ts';
import { runAtOnce } from './ics/steps.ts';
import { mapEvent } from './map-occurrence.ts';

const href = 'https://cal.acme.com/ann/work/1.ics';
const span = { from: Date.parse('2026-01-01'), to: Date.parse('2027-01-01') };
const reader = {
  addresses: new Set(['ann@example.org', 'ann.lee@example.org']),
  zone: ianaZone(businessTimeZone),
};

const meeting = [
  'UID:uid-1@google.com',
  'SUMMARY:  Quarterly\\nreview ',
  'DESCRIPTION:<p>Bring <b>figures</b></p>',
  'LOCATION:Room 4\\, first floor',
  'DTSTART;TZID=America/New_York:20260302T100000',
  'DTEND;TZID=America/New_York:20260302T110000',
  'ORGANIZER:mailto:Ann@Example.org',
  'ATTENDEE;CN=Ann;PARTSTAT=ACCEPTED:mailto:ann@example.org',
  'ATTENDEE;CN=Bob;PARTSTAT=NEEDS-ACTION:MAILTO:bob@acme.com',
  'ATTENDEE;CUTYPE=ROOM;CN=Room 4:mailto:room@acme.com',
];

const toIcs = (lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');

const mapAll = (...given: Parameters<typeof mapEvent>) => runAtOnce(mapEvent(...given));

/** The activities of two meetings on two days. */
const mapSeries = (more: readonly string[]) =>
  mapAll({ href, data: toIcs([...meeting, 'RRULE:FREQ=DAILY;COUNT=2', ...more]) }, reader, span);

/** The activities of the meeting with some of its lines replaced, by the beginnings of their names. */
function map(replaced: readonly string[] = [], without: readonly string[] = []) {
  const names = [...replaced, ...without].map((line) => line.split(/[;:]/)[0] ?? '');
  const lines = [
    ...meeting.filter((line) => !names.some((name) => line.startsWith(name))),
    ...replaced,
  ];
  return mapAll({ href, data: toIcs(lines) }, reader, span);
}

describe('an event of a CalDAV server', () => {
  it.each([
    ['CLASS:PRIVATE', true],
    ['CLASS:confidential', true],
    ['CLASS:X-SECRET', true],
    ['CLASS:PUBLIC', false],
  ])('is private or not with %s', (line, isPrivate) => {
    expect(map([line])[0]?.activity.isPrivate).toBe(isPrivate);
    const series = mapSeries([line]);
    expect(series.map(({ activity }) => activity.isPrivate)).toEqual([isPrivate, isPrivate]);
  });

  const change = (day: string, more: readonly string[], range = '') => [
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:uid-1@google.com',
    `RECURRENCE-ID;TZID=America/New_York${range}:202603${day}T100000`,
    `DTSTART;TZID=America/New_York:202603${day}T120000`,
    'ORGANIZER:mailto:ann@example.org',
    'ATTENDEE:mailto:bob@acme.com',
    ...more,
  ];
  const future = ';RANGE=THISANDFUTURE';

  it.each([
    ['names none', ['CLASS:PRIVATE', ...change('03', [])], [true, true]],
    ['names none, of an open series', change('03', []), [false, false]],
    ['has an empty one', ['CLASS:CONFIDENTIAL', ...change('03', ['CLASS:'])], [true, true]],
    ['opens it', ['CLASS:PRIVATE', ...change('03', ['CLASS:PUBLIC'])], [true, false]],
    ['makes it private', change('03', ['CLASS:PRIVATE']), [false, true]],
    [
      'changes all that follow and names none',
      ['CLASS:PRIVATE', ...change('02', [], future)],
      [true, true],
    ],
    [
      'changes one that a change before made private',
      [...change('02', ['CLASS:PRIVATE'], future), ...change('03', [])],
      [true, true],
    ],
    [
      'is one of a cancelled series',
      ['STATUS:CANCELLED', 'CLASS:PRIVATE', ...change('03', [])],
      [true],
    ],
    [
      'stands before its series',
      [
        ...change('03', []),
        ...change('02', []).slice(0, 2),
        ...meeting,
        'RRULE:FREQ=DAILY;COUNT=3',
        'CLASS:PRIVATE',
        'SEQUENCE:1',
      ],
      [true, true, true],
    ],
  ])('has the class of its series where a change %s', (_, lines, expected) => {
    const marks = mapSeries(lines).map(({ activity }) => activity.isPrivate);
    expect(marks).toEqual(expected);
  });

  it('becomes the activity that it is with Google Calendar', () => {
    const [item] = map();
    expect(item?.activity).toEqual({
      externalId: item?.location.id,
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
      location: 'Room 4, first floor',
      startTime: new Date('2026-03-02T15:00:00Z'),
      endTime: new Date('2026-03-02T16:00:00Z'),
      htmlBody: '<p>Bring <b>figures</b></p>',
      isPrivate: false,
      metadata: { status: 'confirmed' },
    });
    expect(item?.location.folder).toBe(href);
  });

  it('begins, all day long, at midnight in New York', () => {
    const [item] = map(['DTSTART;VALUE=DATE:20260704', 'DTEND;VALUE=DATE:20260705']);
    expect(item?.activity.startTime).toEqual(new Date('2026-07-04T04:00:00Z'));
    expect(item?.activity.endTime).toEqual(new Date('2026-07-05T04:00:00Z'));
    expect(item?.activity.isAllDay).toBe(true);
    expect(map()[0]?.activity.isAllDay).toBeUndefined();
  });

  it('keeps the id of an occurrence that is moved, which has another key', () => {
    const change = [
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:uid-1@google.com',
      'RECURRENCE-ID;TZID=America/New_York:20260303T100000',
      'DTSTART;TZID=America/New_York:20260305T100000',
      'ORGANIZER:mailto:ann@example.org',
      'ATTENDEE:mailto:bob@acme.com',
    ];
    const [first, second] = mapSeries([]);
    const [kept, moved] = mapSeries(change);
    expect(kept).toEqual(first);
    expect(moved?.location).toEqual(second?.location);
    expect(moved?.activity.key).toBe('ical:uid-1@google.com@2026-03-05T15:00:00.000Z');
  });

  it('names people by their address where the server names them by one of its own', () => {
    const [item] = map(['ATTENDEE;EMAIL=bob@acme.com;CN=Bob:/principals/7/']);
    expect(item?.activity.participants.map(({ email }) => email)).toEqual([
      'ann@example.org',
      'bob@acme.com',
    ]);
  });

  it('has its texts read once, whatever the number of its occurrences', () => {
    const replaceAll = vi.spyOn(String.prototype, 'replaceAll');
    onTestFinished(() => replaceAll.mockRestore());
    const [few, many] = [2, 50].map((count) => {
      replaceAll.mockClear();
      expect(map([`RRULE:FREQ=DAILY;COUNT=${count}`])).toHaveLength(count);
      return replaceAll.mock.calls.length;
    });
    expect(many).toBe(few);
  });

  it('keeps nothing of its data in memory but its texts', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed / 2 ** 20;
    };
    const before = used();
    const kept = Array.from({ length: 60 }, (_, index) => {
      const attached = `X-ATTACHED:${String(index).repeat(1_000_000).slice(0, 1_000_000)}`;
      return map([attached, 'SUMMARY:A title of more than a few letters']);
    });
    expect(kept.flat()).toHaveLength(60);
    // They have 57 MB together.
    expect(used() - before).toBeLessThan(25);
  });

  it('says how much it keeps in memory, what a series shares once', () => {
    const weigh = (items: readonly { weight: number }[]) =>
      items.reduce((sum, { weight }) => sum + weight, 0);
    const [one, series] = [[], ['RRULE:FREQ=DAILY;COUNT=100']].map((rule) =>
      weigh(map([...rule, `DESCRIPTION:${'a'.repeat(200_000)}`])),
    );
    expect(one).toBeGreaterThan(200_000);
    expect(series).toBeGreaterThan(one ?? 0);
    expect(series).toBeLessThan(300_000);
  });

  it('is refused with too many occurrences, each of which can be found', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour).join(',');
    const rule = `RRULE:FREQ=DAILY;BYHOUR=${hours};BYMINUTE=0,30`;
    expect(() => map([rule])).toThrow('more than 10000 occurrences');
    const [first, second] = map([`${rule};COUNT=2`]);
    const data = toIcs([...meeting, rule]);
    const find = (id: string | undefined) =>
      mapAll({ href, data }, reader, span, (location) => location.id === id);
    expect(find(second?.location.id)).toMatchObject([{ location: second?.location }]);
    expect(mapAll({ href, data }, reader, span, () => true)).toMatchObject([
      { location: first?.location },
    ]);
    expect(find('another')).toEqual([]);
  });

  it('is refused with more occurrences than can be stored with its texts and people', () => {
    const rule = 'RRULE:FREQ=DAILY;COUNT=300';
    const texts = `DESCRIPTION:${'a'.repeat(250_000)}`;
    const people = Array.from({ length: 3_000 }, (_, at) => `ATTENDEE:mailto:${at}@team.example`);
    expect(() => map([rule, texts])).toThrow('too many occurrences with so much text');
    expect(map([rule, 'DESCRIPTION:a'])).toHaveLength(300);
    const [item] = map(people);
    expect(item?.activity.participants).toHaveLength(1_000);
    expect(item?.size).toBeGreaterThan(100_000);
    const hours = 'RRULE:FREQ=DAILY;BYHOUR=8,9,10,11,12,13;COUNT=1000';
    expect(() => map([hours, ...people])).toThrow('so many people');
  });

  it('is refused with more lines than any has, however short they are', () => {
    expect(map(Array.from({ length: 1_000 }, () => 'X:'))).toHaveLength(1);
    expect(() => map(Array.from({ length: 40_000 }, () => 'X:'))).toThrow('too many lines');
  });

  it('is refused with a UID that is no name', () => {
    expect(() => map([`UID:${'a'.repeat(1_001)}`])).toThrow('UID is too long');
  });

  it.each<[string, string[], string[]]>([
    ['cancelled', ['STATUS:CANCELLED'], []],
    [
      'declined by its owner, under another address of theirs',
      [
        'ATTENDEE;PARTSTAT=DECLINED:mailto:ann.lee@example.org',
        'ATTENDEE:mailto:bob@acme.com',
        'ATTENDEE:mailto:carl@acme.com',
      ],
      [],
    ],
    ['alone', [], ['ATTENDEE']],
    ['left alone by a guest', ['ATTENDEE;PARTSTAT=DECLINED:mailto:bob@acme.com'], []],
    ['with a room alone', ['ATTENDEE;CUTYPE=RESOURCE:mailto:projector@acme.com'], []],
  ])('is no activity when it is %s', (_what, replaced, without) => {
    expect(map(replaced, without)).toEqual([]);
  });
});

describe('the address of an attendee', () => {
  it.each([
    'mailto:bob@acme.com',
    'MAILTO: bob@acme.com',
    'mailto:Bob Ray <bob@acme.com>',
    'mailto:"Ray, Bob" <bob@acme.com>',
    'mailto:<bob@acme.com>',
    "mailto:'bob@acme.com'",
    'mailto:bob@acme.com?subject=Hello',
    'mailto://bob@acme.com',
    'mailto:mailto:bob@acme.com',
    'mailto:bob@acme.com,eve@acme.com',
    'mailto:bob%40acme.com',
    'mailto:bob@acme.com;',
    'Bob <bob@acme.com>',
    "'bob@acme.com'",
  ])('is read in %s', (value) => {
    const [item] = map([`ATTENDEE:${value}`]);
    const emails = item?.activity.participants.map(({ email }) => email);
    expect(emails).toContain('bob@acme.com');
    expect(emails).not.toContain('eve@acme.com');
  });
});

it.each(['UNTIL=NEVER', 'COUNT=MANY', 'INTERVAL=TWO', 'BYDAY=XX', 'BYMONTH=13', 'WKST=YY'])(
  'names the part of a rule that cannot be read: %s',
  (part) => {
    expect(() => map([`RRULE:FREQ=DAILY;${part}`])).toThrow(
      `It has a rule with “${part}”, which cannot be read.`,
    );
  },
);
