import { describe, expect, it } from 'vitest';
import { createOffsetTable, YEARS_AHEAD } from './offset-table.ts';
import { ianaZone } from './zoned-time.ts';

const dayMs = 24 * 60 * 60 * 1000;
const first = Date.UTC(1970, 0, 1);
const end = Date.UTC(new Date().getUTCFullYear() + YEARS_AHEAD, 0, 1);

/** Random numbers from 0 to 1, the same each time (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The offset of a zone by all that Intl shows of an instant. */
function createOffsetByIntl(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant: number) => {
    const parts = new Map(
      format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? NaN;
    const [year, month, day] = [read('year'), read('month'), read('day')];
    const wall = Date.UTC(year, month - 1, day, read('hour'), read('minute'), read('second'));
    return wall - Math.floor(instant / 1000) * 1000;
  };
}

describe('the offsets of all time zones', () => {
  const names = Intl.supportedValuesOf('timeZone');

  it('are those of Intl at random instants of all years that are read', () => {
    const random = createRandom(20);
    expect(names.length).toBeGreaterThan(400);
    for (const name of names) {
      const [zone, byIntl] = [ianaZone(name), createOffsetByIntl(name)];
      for (let count = 0; count < 15; count += 1) {
        const at = first + Math.floor(random() * (end - first));
        const what = `${name} at ${new Date(at).toISOString()}`;
        expect(`${what}: ${zone.offsetAt(at)}`).toBe(`${what}: ${byIntl(at)}`);
      }
    }
  });

  it.each<[name: string, change: string, what: string]>([
    ['America/New_York', '2026-03-08T07:00:00Z', 'the beginning of summer time'],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', 'its end'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', 'half an hour'],
    ['Africa/Monrovia', '1972-01-07T00:44:30Z', 'an offset with seconds'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', 'a day that was skipped'],
    ['America/Recife', '2000-10-08T03:00:00Z', 'summer time of a week'],
    ['America/Recife', '2000-10-15T02:00:00Z', 'its end'],
    ['Asia/Pyongyang', '2018-05-04T15:00:00Z', 'a decision'],
    ['Europe/Moscow', '2014-10-25T22:00:00Z', 'the end of a constant summer time'],
    ['Africa/Casablanca', '2026-02-15T02:00:00Z', 'Ramadan'],
    ['Asia/Kathmandu', '1985-12-31T18:30:00Z', 'a quarter of an hour'],
  ])('%s changes at %s: %s', (name, change) => {
    const [zone, byIntl] = [ianaZone(name), createOffsetByIntl(name)];
    const at = Date.parse(change);
    expect(zone.offsetAt(at)).not.toBe(zone.offsetAt(at - 1));
    for (const instant of [at - 1, at, at + 1])
      expect(zone.offsetAt(instant)).toBe(byIntl(instant));
  });

  it('are constant before and after these years', () => {
    const zone = ianaZone('America/New_York');
    expect(zone.offsetAt(Date.UTC(1600, 6, 1))).toBe(zone.offsetAt(first));
    expect(zone.offsetAt(Date.UTC(9999, 6, 1))).toBe(zone.offsetAt(end - 1));
  });
});

it('looks up offsets once, however often they are needed', () => {
  let found = 0;
  const offsetAt = createOffsetTable((instant) => {
    found += 1;
    // Summer time in every other quarter of a year.
    return Math.floor(instant / (91 * dayMs)) % 2 === 0 ? 0 : 3_600_000;
  });
  const readAll = () => {
    for (let at = first; at < end; at += dayMs / 3) {
      expect(offsetAt(at)).toBe(Math.floor(at / (91 * dayMs)) % 2 === 0 ? 0 : 3_600_000);
    }
  };
  readAll();
  const [once, times] = [found, (end - first) / (dayMs / 3)];
  expect(once).toBeLessThan(times / 5);
  readAll();
  expect(found).toBe(once);
});
