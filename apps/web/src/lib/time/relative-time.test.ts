import { expect, test } from 'vitest';
import { formatRelativeTime } from './relative-time.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T11:59:01Z', 'just now'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T11:00:01Z', '59 minutes ago'],
  ['2026-11-21T11:00:00Z', '1 hour ago'],
  ['2026-11-20T12:00:00Z', 'yesterday'],
  ['2026-11-15T12:00:00Z', '6 days ago'],
  ['2026-11-14T12:00:00Z', 'last week'],
  ['2026-10-01T12:00:00Z', 'last month'],
  ['2024-06-01T12:00:00Z', '2 years ago'],
  ['2026-11-21T12:05:00Z', 'in 5 minutes'],
])('%s is formatted as %s', (time, text) => {
  expect(formatRelativeTime(new Date(time), NOW)).toBe(text);
});

test('a narrow space gets the short form', () => {
  const months = new Date('2026-01-01T12:00:00Z');
  expect(formatRelativeTime(months, NOW, 'short')).toBe('10 mo. ago');
});
