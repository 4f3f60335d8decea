import { describe, expect, it } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { mailTime, receivedTimes } from './mail-time.ts';
import { parseMailDate } from './parse-mail-date.ts';

describe('a date', () => {
  it.each([
    ['Mon, 2 Mar 2026 10:00:00 +0100', '2026-03-02T09:00:00Z'],
    ['Mon, 2 Mar 2026 10:00:00 +0100 (CET)', '2026-03-02T09:00:00Z'],
    ['2 Mar 26 10:00 EST', '2026-03-02T15:00:00Z'],
    ['Mon, 2 Mar 1998 10:00:00 CEST', '1998-03-02T08:00:00Z'],
    ['2 Mar 98 10:00:00 GMT', '1998-03-02T10:00:00Z'],
    ['Mon Mar  2 10:00:00 2026', '2026-03-02T10:00:00Z'],
    ['Mon Mar  2 10:00:00 PST 2026', '2026-03-02T18:00:00Z'],
    ['Mon Mar 2 10:00:00 2026 -0500', '2026-03-02T15:00:00Z'],
    ['2026-03-02T10:00:00.123456Z', '2026-03-02T10:00:00Z'],
    ['2026-03-02 10:00:00+05:30', '2026-03-02T04:30:00Z'],
    ['2026/03/02 10:00', '2026-03-02T10:00:00Z'],
    ['02.03.2026 10:00', '2026-03-02T10:00:00Z'],
    ['Mo, 2 Mrz 2026 10:00:00 +0100', '2026-03-02T09:00:00Z'],
    ['Mo, 2. März 2026 10:00:00 +0100', '2026-03-02T09:00:00Z'],
    ['lun., 2 mars 2026 10:00:00 +0100', '2026-03-02T09:00:00Z'],
    ['mar., 3 févr. 2026 10:00:00 +0100', '2026-02-03T09:00:00Z'],
    ['mar, 3 mar 2026 10:00:00 +0100', '2026-03-03T09:00:00Z'],
    ['lunes, 2 de marzo de 2026 10:00:00 +0100', '2026-03-02T09:00:00Z'],
    ['Пн, 2 мар 2026 10:00:00 +0300', '2026-03-02T07:00:00Z'],
    ['2026年3月2日 10:00:00 +0900', '2026-03-02T01:00:00Z'],
    ['2026년 3월 2일 (월) 10:00 KST', '2026-03-02T01:00:00Z'],
    ['Monday, March 2, 2026 2:05 PM', '2026-03-02T14:05:00Z'],
    ['Mon, 2 Mar 2026 12:05 AM +0000', '2026-03-02T00:05:00Z'],
    ['Mon, 02-Mar-2026 10:00:00 GMT', '2026-03-02T10:00:00Z'],
    ['Mon, 2 Mar 2026 10.00.00 +0100', '2026-03-02T09:00:00Z'],
    ['Mon, 2 Mar 2026 10:00:00 +9999', '2026-03-02T10:00:00Z'],
    ['Mon, 2 Mar 2026 10:00:00', '2026-03-02T10:00:00Z'],
    ['Mon, 2 Mar 2026 10:00:00 -0000', '2026-03-02T10:00:00Z'],
    ['Mon, 2 Mar 2026 10:00:00 GMT+01:00', '2026-03-02T09:00:00Z'],
    ['Mon, 2 Mar 2026 24:00:00 +0000', '2026-03-03T00:00:00Z'],
    ['Mon, 2 Mar 126 10:00:00 +0000', '2026-03-02T10:00:00Z'],
    ['2026 Mar 24 10:00:00 +0000', '2026-03-24T10:00:00Z'],
    ['2026. márc. 24. 10:00:00 +0100', '2026-03-24T09:00:00Z'],
    ['2026年3月2日 下午3:05 +0800', '2026-03-02T07:05:00Z'],
    ['2026年3月2日 午前12:05 +0900', '2026-03-01T15:05:00Z'],
    ['2026년 3월 2일 오후 3:05 +0900', '2026-03-02T06:05:00Z'],
    ['Mon, 2 Mar 2026 10:00:00 p.m. +0000', '2026-03-02T22:00:00Z'],
    ['maandag 2 maart 2026 10:00 +0100', '2026-03-02T09:00:00Z'],
    ['2. marraskuuta 2026 10.00.00 +0200', '2026-11-02T08:00:00Z'],
    ['2. července 2026 10:00 +0200', '2026-07-02T08:00:00Z'],
    ['Pzt, 2 Kas 2026 10:00:00 +0300', '2026-11-02T07:00:00Z'],
    ['2 noiembrie 2026 10:00 +0200', '2026-11-02T08:00:00Z'],
    ['2 Νοεμβρίου 2026 10:00 +0200', '2026-11-02T08:00:00Z'],
    ['середа, 2 вересня 2026 10:00 +0300', '2026-09-02T07:00:00Z'],
    ['Mon, 2 Mar 2026 10:00:00 −0500', '2026-03-02T15:00:00Z'],
  ])('%s is %s', (text, expected) => {
    expect(new Date(parseMailDate(text) ?? Number.NaN)).toEqual(new Date(expected));
  });

  it.each([
    '',
    'yesterday',
    '31 Feb 2026 10:00:00 +0000',
    'Foo, 99 Bar 2026 99:99:99',
    '10:00',
    'x'.repeat(1_000),
  ])('is not in “%s”', (text) => {
    expect(parseMailDate(text)).toBeUndefined();
  });

  it.each([
    ['Fri, 29 Feb 2020 23:59:59 -0330 (NST)', '2020-03-01T03:29:59Z'],
    ['1 Jan 1999 00:00 +0000', '1999-01-01T00:00:00Z'],
    ['Thu, 19 Sep 2019 13:59:41 GMT', '2019-09-19T13:59:41Z'],
    ['Thu, 19 Sep 2019 24:00:00 UT', '2019-09-20T00:00:00Z'],
    ['Thu, 19 Sep 2019 10:00:00 +9900', '2019-09-19T10:00:00Z'],
  ])('in the form of the standard is %s', (date, time) => {
    expect(parseMailDate(date)).toBe(Date.parse(time));
    // A comment before it is in no standard form.
    expect(parseMailDate(`(x) ${date}`)).toBe(Date.parse(time));
  });

  it.each(['Thu, 31 Feb 2019 10:00:00 GMT', 'Thu, 19 Nan 2019 10:00:00 GMT'])(
    'that does not exist is none: %s',
    (date) => {
      expect(parseMailDate(date)).toBeUndefined();
    },
  );

  it('is read in time that grows with the length of the header', () => {
    const time = startProcessorTime();
    for (const text of ['1 '.repeat(100), 'may '.repeat(50), '('.repeat(200), '2026-'.repeat(40)]) {
      for (let count = 0; count < 200; count += 1) parseMailDate(text);
    }
    expect(time()).toBeLessThan(1_000);
  });
});

const sent = 'Mon, 2 Mar 2026 10:00:00 +0000';
const received = (day: number) => `from a by b; ${day} Mar 2026 10:00:07 +0000`;

/** What an email shows whose headers and mailbox say these times. */
function shown({ date, hops = [], arrival }: { date?: string; hops?: string[]; arrival?: string }) {
  const time = mailTime({
    sentAt: parseMailDate(date),
    receivedAt: receivedTimes(hops, undefined),
    arrivedAt: arrival === undefined ? undefined : { time: Date.parse(arrival), hasZone: true },
  });
  return time === undefined ? undefined : new Date(time).toISOString().slice(0, 19);
}

it('reads the times of servers up to the first that agrees with the date', () => {
  const [late, near, first] = ['5 Mar', '2 Mar', '1 Mar'].map(
    (day) => `by mx.acme.com; ${day} 2026 10:00:00 +0000`,
  ) as [string, string, string];
  const sentAt = Date.parse('2026-03-02T09:00:00Z');
  expect(receivedTimes([late, near, first], sentAt)).toHaveLength(2);
  expect(receivedTimes([late, near, first], undefined)).toHaveLength(3);
});

it.each([
  'from a by b; 2 Mar 2026 10:00:00 +0000 (envelope-from <ann@acme.com>; relayed)',
  'from a by b (x; y) for <ann@acme.com>; Mon, 2 Mar 2026 10:00:00 +0000',
])('reads the time that a server writes in “%s”', (header) => {
  expect(receivedTimes([header], undefined)).toEqual([Date.parse('2026-03-02T10:00:00Z')]);
});

describe('an email', () => {
  it.each([
    [
      'its arrival, which the sender confirms',
      { date: sent, arrival: '2026-03-02T10:00:09Z' },
      '2026-03-02T10:00:09',
    ],
    [
      'its arrival, which a server confirms',
      { hops: [received(2)], arrival: '2026-03-02T10:00:09Z' },
      '2026-03-02T10:00:09',
    ],
    [
      'its date, in a mailbox that was moved',
      { date: sent, arrival: '2026-11-20T08:00:00Z' },
      '2026-03-02T10:00:00',
    ],
    [
      'its date, in a mailbox that says 1970',
      { date: sent, arrival: '1970-01-01T00:00:00Z' },
      '2026-03-02T10:00:00',
    ],
    [
      'when servers received it, in a mailbox that was moved',
      { date: sent, hops: [received(2)], arrival: '2026-11-20T08:00:00Z' },
      '2026-03-02T10:00:07',
    ],
    [
      'when it was first received, after it was fetched again',
      { date: sent, hops: [received(20), received(2)] },
      '2026-03-02T10:00:07',
    ],
    [
      'when it was received, for a sender whose clock is wrong',
      { date: '1 Jan 1970 00:00:00 +0000', hops: [received(2)] },
      '2026-03-02T10:00:07',
    ],
    ['when it was received, without a date', { hops: [received(2)] }, '2026-03-02T10:00:07'],
    [
      'when it was received, with a date that is none',
      { date: 'today', hops: [received(2)] },
      '2026-03-02T10:00:07',
    ],
    [
      'its arrival, for a sender whose clock is ahead',
      { date: '2 Mar 2036 10:00:00 +0000', arrival: '2026-03-02T10:00:09Z' },
      '2026-03-02T10:00:09',
    ],
    [
      'its arrival, for a sender whose clock was reset',
      { date: '1 Jan 1970 00:00:00 +0000', arrival: '2026-03-02T10:00:09Z' },
      '2026-03-02T10:00:09',
    ],
    [
      'its arrival, where nothing else is known',
      { arrival: '2026-03-02T10:00:09Z' },
      '2026-03-02T10:00:09',
    ],
    ['its date, where nothing else is known', { date: sent }, '2026-03-02T10:00:00'],
    [
      'its date, where the servers write none',
      { date: sent, hops: ['from a by b; Foo, 99 Bar'] },
      '2026-03-02T10:00:00',
    ],
    [
      'its date, however old, beside a later arrival',
      { date: '2 Mar 1999 10:00:00 +0000', arrival: '2026-03-02T10:00:09Z' },
      '1999-03-02T10:00:00',
    ],
    ['nothing, without any date', {}, undefined],
  ] as const)('shows %s', (_, times, expected) => {
    expect(shown({ ...times, hops: [...('hops' in times ? times.hops : [])] })).toBe(expected);
  });
});
