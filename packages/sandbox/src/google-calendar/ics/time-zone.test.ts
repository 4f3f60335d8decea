import { expect, it } from 'vitest';
import { formatIn, instantAt, isTimeZone } from './time-zone.ts';

const wall = (text: string) => Date.parse(`${text}Z`);

it.each([
  ['America/New_York', '2026-03-08T01:59:00', '2026-03-08T06:59:00.000Z'],
  ['America/New_York', '2026-03-08T03:00:00', '2026-03-08T07:00:00.000Z'],
  // Skipped by the clock, and shown by it twice.
  ['America/New_York', '2026-03-08T02:30:00', '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-11-01T01:30:00', '2026-11-01T05:30:00.000Z'],
  ['Asia/Kolkata', '2026-03-08T10:00:00', '2026-03-08T04:30:00.000Z'],
  ['UTC', '2026-03-08T10:00:00', '2026-03-08T10:00:00.000Z'],
])('reads the clock of %s at %s', (zone, local, instant) => {
  expect(new Date(instantAt(zone, wall(local))).toISOString()).toBe(instant);
});

it('writes an offset of half an hour, a western one and none', () => {
  const instant = Date.parse('2026-07-01T12:00:00Z');
  expect(formatIn('Asia/Kolkata', instant)).toBe('2026-07-01T17:30:00+05:30');
  expect(formatIn('America/St_Johns', instant)).toBe('2026-07-01T09:30:00-02:30');
  expect(formatIn('UTC', instant)).toBe('2026-07-01T12:00:00Z');
});

it('tells zones from other names', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true);
  expect(isTimeZone('Pacific Standard Time')).toBe(false);
});
