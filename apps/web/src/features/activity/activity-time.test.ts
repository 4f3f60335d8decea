import { expect, test } from 'vitest';
import { formatDays, formatLength, formatPosition, formatSpan } from './activity-time.ts';

const at = (time: string) => new Date(`2026-11-${time}Z`);

test('a span names its day once, unless it ends on another', () => {
  expect(formatSpan(at('18T19:00:00'), at('18T20:30:00'))).toBe('Wed, Nov 18, 2:00 PM – 3:30 PM');
  expect(formatSpan(at('18T19:00:00'), at('20T19:00:00'))).toBe(
    'Wed, Nov 18, 2:00 PM – Nov 20, 2026, 2:00 PM',
  );
  expect(formatSpan(at('18T19:00:00'), undefined)).toBe('Wed, Nov 18, 2:00 PM');
  expect(formatSpan(at('18T19:00:00'), at('18T18:00:00'))).toBe('Wed, Nov 18, 2:00 PM');
});

test('whole days end before the midnight that they end with', () => {
  expect(formatDays(at('18T05:00:00'), at('19T05:00:00'))).toBe('Wed, Nov 18, all day');
  expect(formatDays(at('18T05:00:00'), undefined)).toBe('Wed, Nov 18, all day');
  expect(formatDays(at('18T05:00:00'), at('21T05:00:00'))).toBe(
    'Wed, Nov 18 – Fri, Nov 20, all day',
  );
});

test('a length is in hours and minutes', () => {
  const length = (minutes: number) =>
    formatLength(at('18T19:00:00'), new Date(at('18T19:00:00').getTime() + minutes * 60_000));
  expect([0, 45, 60, 90].map(length)).toEqual(['0 min', '45 min', '1 h', '1 h 30 min']);
});

test('a position in a call is a clock without a day', () => {
  expect([0, 5.9, 65, 3599, 3600, 10_805].map(formatPosition)).toEqual([
    '0:00',
    '0:05',
    '1:05',
    '59:59',
    '1:00:00',
    '3:00:05',
  ]);
  expect([Number.NaN, -3].map(formatPosition)).toEqual(['0:00', '0:00']);
});
