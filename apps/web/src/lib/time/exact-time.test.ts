import { afterEach, expect, test, vi } from 'vitest';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { formatInstant } from './business-time.ts';
import { formatExactTime } from './relative-time.ts';
import { dayOf } from './workspace-day.ts';
import { setOwnTimeZone, setWorkspaceTimeZone } from './workspace-time-zone.ts';

// 16 hours before New York in its winter, 15 for a week of autumn.
vi.mock('./own-time-zone.ts', () => ({ ownTimeZone: () => 'Australia/Sydney' }));

afterEach(() => {
  serveAtLevel('full');
  setWorkspaceTimeZone(undefined);
});

test.each([
  // The last minute of a day, and the first of the next.
  ['2026-11-20T04:59:00Z', 'Nov 19, 2026, 11:59 PM (Nov 20, 2026, 3:59 PM your time)'],
  ['2026-11-20T05:00:00Z', 'Nov 20, 2026, 12:00 AM (Nov 20, 2026, 4:00 PM your time)'],
  // The reader's midnight.
  ['2026-11-19T13:00:00Z', 'Nov 19, 2026, 8:00 AM (Nov 20, 2026, 12:00 AM your time)'],
  // The hour that New York has twice.
  ['2026-11-01T05:30:00Z', 'Nov 1, 2026, 1:30 AM (Nov 1, 2026, 4:30 PM your time)'],
  ['2026-11-01T06:30:00Z', 'Nov 1, 2026, 1:30 AM (Nov 1, 2026, 5:30 PM your time)'],
  // The hour that Sydney has twice.
  ['2026-04-04T15:30:00Z', 'Apr 4, 2026, 11:30 AM (Apr 5, 2026, 2:30 AM your time)'],
  ['2026-04-04T16:30:00Z', 'Apr 4, 2026, 12:30 PM (Apr 5, 2026, 2:30 AM your time)'],
])('%s in New York, for a reader in Sydney', (instant, text) => {
  expect(formatExactTime(new Date(instant))).toBe(text);
});

test('one time where both are the same', () => {
  setWorkspaceTimeZone('Australia/Melbourne');
  expect(formatExactTime(new Date('2026-11-20T05:00:00Z'))).toBe('Nov 20, 2026, 4:00 PM');
});

test("pages without a workspace show the reader's own time and day", () => {
  setOwnTimeZone();
  expect(formatInstant(new Date('2026-11-19T13:00:00Z'))).toBe('Nov 20, 2026, 12:00 AM');
  expect(formatExactTime(new Date('2026-11-19T13:00:00Z'))).toBe('Nov 20, 2026, 12:00 AM');
  expect(dayOf(new Date('2026-11-19T13:00:00Z'))).toBe('2026-11-20');
});

test('a server of the specification alone shows New York alone', () => {
  serveAtLevel('specification');
  setWorkspaceTimeZone('Asia/Tokyo');
  expect(formatExactTime(new Date('2026-11-20T04:59:00Z'))).toBe('Nov 19, 2026, 11:59 PM');
});
