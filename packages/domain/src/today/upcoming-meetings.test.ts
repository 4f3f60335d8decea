import fc from 'fast-check';
import { expect, test } from 'vitest';
import { todayAndTomorrow, upcomingMeetings } from './upcoming-meetings.ts';

/** Thursday, 10:00 in New York. */
const now = new Date('2026-11-26T15:00:00Z');
const meeting = (id: string, start: string, minutes = 60, isAllDay = false) => {
  const startTime = new Date(start);
  return { id, startTime, endTime: new Date(startTime.getTime() + minutes * 60_000), isAllDay };
};
const listed = (meetings: ReturnType<typeof meeting>[], timeZone = 'America/New_York', at = now) =>
  upcomingMeetings(meetings, at, timeZone).map(({ id }) => id);

test('current and next ones first, whole days after the others of the day, those that are over last', () => {
  const whole = 24 * 60;
  expect(
    listed([
      meeting('over', '2026-11-26T13:00:00Z'),
      meeting('tomorrow', '2026-11-27T13:00:00Z'),
      meeting('all of tomorrow', '2026-11-27T05:00:00Z', whole, true),
      meeting('next', '2026-11-26T16:00:00Z'),
      meeting('current', '2026-11-26T14:30:00Z'),
      meeting('all of today', '2026-11-26T05:00:00Z', whole, true),
      meeting('fair since Monday', '2026-11-23T05:00:00Z', 6 * whole, true),
      meeting('yesterday', '2026-11-25T20:00:00Z'),
      meeting('until midnight', '2026-11-26T04:00:00Z'),
      meeting('after tomorrow', '2026-11-28T05:00:00Z'),
      meeting('late tomorrow', '2026-11-28T04:59:00Z'),
    ]),
  ).toEqual([
    'current',
    'next',
    'fair since Monday',
    'all of today',
    'tomorrow',
    'late tomorrow',
    'all of tomorrow',
    'over',
  ]);
});

test('a meeting that is moved to yesterday is not listed', () => {
  expect(listed([meeting('moved', '2026-11-26T16:00:00Z')])).toEqual(['moved']);
  expect(listed([meeting('moved', '2026-11-25T16:00:00Z')])).toEqual([]);
});

test('days are those of the workspace, 16 hours from those of its reader', () => {
  // 23:30 on Wednesday in Honolulu, and 22:30 on Thursday in Auckland.
  const at = new Date('2026-11-26T09:30:00Z');
  const inAnHour = meeting('in an hour', '2026-11-26T10:30:00Z');
  const onFriday = meeting('on Friday', '2026-11-27T10:30:00Z');
  const onSaturday = meeting('on Saturday in Auckland', '2026-11-27T11:30:00Z');
  const all = [inAnHour, onFriday, onSaturday];
  expect(listed(all, 'Pacific/Auckland', at)).toEqual(['in an hour', 'on Friday']);
  expect(listed(all, 'Pacific/Honolulu', at)).toEqual(['in an hour']);
});

test('two days have 49 hours where the clocks go back', () => {
  const { from, until } = todayAndTomorrow(new Date('2026-10-31T15:00:00Z'), 'America/New_York');
  expect(until.getTime() - from.getTime()).toBe(49 * 3_600_000);
});

test('each meeting that begins in the two days is listed once', () => {
  const meetings = fc.array(
    fc.record({
      hours: fc.integer({ min: -80, max: 80 }),
      minutes: fc.integer({ min: 0, max: 3000 }),
    }),
  );
  fc.assert(
    fc.property(meetings, fc.constantFrom('UTC', 'Pacific/Kiritimati'), (given, timeZone) => {
      const all = given.map(({ hours, minutes }, index) =>
        meeting(`${index}`, new Date(now.getTime() + hours * 3_600_000).toISOString(), minutes),
      );
      const { from, until } = todayAndTomorrow(now, timeZone);
      const ids = listed(all, timeZone);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id, startTime } of all) {
        if (startTime >= from && startTime < until) expect(ids).toContain(id);
        if (startTime >= until) expect(ids).not.toContain(id);
      }
    }),
  );
});
