import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Visit, visitAt, visitRule } from './visit.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 2) + minutes * 60_000);
const HOUR = 60;
const DAY = 24 * HOUR;

test('new is what has happened since the visit before', () => {
  const first = visitAt(undefined, at(7 * DAY));
  expect(first.since).toEqual(at(0));
  const reloaded = visitAt(first, at(7 * DAY + 59));
  expect(reloaded.since).toEqual(at(0));
  const again = visitAt(reloaded, at(7 * DAY + 59 + HOUR));
  expect(again.since).toEqual(at(7 * DAY + 59));
});

test('after a long absence the last 21 days are new', () => {
  expect(visitAt({ since: at(0), seenAt: at(0) }, at(40 * DAY)).since).toEqual(at(19 * DAY));
});

test('visits leave nothing out: each begins at the end of the one before', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 10 * DAY }), { maxLength: 30 });
  fc.assert(
    fc.property(pauses, (minutes) => {
      let visit: Visit = visitAt(undefined, at(0));
      let now = 0;
      for (const pause of minutes) {
        now += pause;
        const next = visitAt(visit, at(now));
        const isNew = pause * 60_000 >= visitRule.lastsMs;
        expect(next.since).toEqual(isNew ? visit.seenAt : next.since);
        expect(next.since.getTime()).toBeGreaterThanOrEqual(visit.since.getTime());
        expect(next.since.getTime()).toBeLessThanOrEqual(now * 60_000 + at(0).getTime());
        visit = next;
      }
    }),
  );
});
