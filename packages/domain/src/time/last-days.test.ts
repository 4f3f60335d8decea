import { expect, test } from 'vitest';
import { startOfLastDays } from './last-days.ts';

test('days are counted whole, in America/New_York', () => {
  expect(startOfLastDays(7, new Date('2026-07-15T02:00:00Z'))).toEqual(
    new Date('2026-07-07T04:00:00Z'),
  );
});

test('a change of the clocks in between changes no day', () => {
  expect(startOfLastDays(7, new Date('2026-11-04T12:00:00Z'))).toEqual(
    new Date('2026-10-28T04:00:00Z'),
  );
});
