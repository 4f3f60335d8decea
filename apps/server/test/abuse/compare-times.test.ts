import { expect, test } from 'vitest';
import { compareTimes } from './compare-times.ts';

const times = (shift: number) =>
  Array.from({ length: 1_000 }, (_, at) => ((at * 37) % 100) + shift);

test('finds times equal that come from one distribution, and others not', () => {
  expect(compareTimes(times(0), times(0.5).toReversed())).toMatchObject({ isEqual: true });
  expect(compareTimes(times(0), times(15))).toMatchObject({ isEqual: false });
});
