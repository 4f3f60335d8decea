import { describe, expect, it } from 'vitest';
import { readEventTime } from './event-time.ts';
import { findOccurrences, moveRecurrence } from './recurrence.ts';

const far = Date.parse('2027-01-01T00:00:00Z');

function days(start: string, ...recurrence: string[]): string[] {
  const time = start.includes('T')
    ? { dateTime: start, timeZone: 'America/New_York' }
    : { date: start };
  return findOccurrences(readEventTime(time), recurrence, far).walls.map((wall) =>
    new Date(wall).toISOString().slice(0, start.includes('T') ? 16 : 10),
  );
}

describe('occurrences', () => {
  it.each([
    [
      '2026-03-02',
      ['RRULE:FREQ=DAILY;INTERVAL=2;COUNT=3'],
      ['2026-03-02', '2026-03-04', '2026-03-06'],
    ],
    [
      '2026-03-02',
      ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3'],
      ['2026-03-02', '2026-03-04', '2026-03-09'],
    ],
    [
      '2026-01-31',
      ['RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3'],
      ['2026-01-31', '2026-02-28', '2026-03-31'],
    ],
    ['2026-01-13', ['RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=2'], ['2026-01-13', '2026-02-10']],
    [
      '2026-03-02',
      ['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20260309'],
      ['2026-03-02', '2026-03-16'],
    ],
    ['2026-03-02', ['RDATE;VALUE=DATE:20260305'], ['2026-03-02', '2026-03-05']],
  ])('of %s with %j', (start, recurrence, expected) => {
    expect(days(start, ...recurrence)).toEqual(expected);
  });

  it('end with an UNTIL in UTC, which may be another day than the clock’s', () => {
    const rule = (until: string) => `RRULE:FREQ=DAILY;UNTIL=${until}`;
    // 21:00 in New York is 02:00 of the next day in UTC.
    expect(days('2026-03-02T21:00', rule('20260304T020000Z'))).toHaveLength(2);
    expect(days('2026-03-02T21:00', rule('20260304T015959Z'))).toHaveLength(1);
    expect(days('2026-03-02T21:00', rule('20260304'))).toHaveLength(3);
  });

  it('leave out dates in whatever zone they are written', () => {
    const daily = 'RRULE:FREQ=DAILY;COUNT=4';
    const left = ['EXDATE:20260303T150000Z', 'EXDATE;TZID=Europe/Berlin:20260304T160000'];
    expect(days('2026-03-02T10:00', daily, ...left)).toEqual([
      '2026-03-02T10:00',
      '2026-03-05T10:00',
    ]);
  });

  it('say whether there are more beyond the horizon', () => {
    const start = readEventTime({ date: '2026-12-30' });
    expect(findOccurrences(start, ['RRULE:FREQ=DAILY'], far).hasMore).toBe(true);
    expect(findOccurrences(start, ['RRULE:FREQ=DAILY;COUNT=2'], far).hasMore).toBe(false);
  });
});

it('moves rules so that they still fit the moved event', () => {
  expect(
    moveRecurrence(
      [
        'RRULE:FREQ=WEEKLY;BYDAY=MO,SA;UNTIL=20260331T100000Z;WKST=SU',
        'EXDATE:20260309T100000Z,20260316T100000Z',
      ],
      3,
    ),
  ).toEqual([
    'RRULE:FREQ=WEEKLY;BYDAY=TH,TU;UNTIL=20260403T100000Z;WKST=WE',
    'EXDATE:20260312T100000Z,20260319T100000Z',
  ]);
  expect(moveRecurrence(['RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=5'], -1)).toEqual([
    'RRULE:FREQ=MONTHLY;COUNT=5',
  ]);
});
