import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type BusinessDay } from '../time/business-day.ts';
import {
  keyOf,
  labelBounds,
  labelOf,
  strengthKey,
  strengthOn,
  type TieDay,
  tieDaysOf,
} from './strength.ts';

/** Day 100 of the examples. */
const today: BusinessDay = '2026-11-22';
const at = (day: number, ...addresses: number[]): TieDay[] =>
  addresses.map((count) => ({ day: addDays(today, day - 100), addresses: count }));

const strength = (mails: readonly TieDay[], later = 0) =>
  strengthOn(strengthKey(tieDaysOf(mails)), addDays(today, later));

const ana = [...at(100, 1), ...at(93, 1, 4), ...at(58, 2)];
const ben = [...at(97, 5, 4), ...at(16, 1), ...at(90, 60)];

test('of a day the mail to the fewest counts, and a mass mailing for no one', () => {
  expect(tieDaysOf(ben)).toEqual([...at(16, 1), ...at(97, 4)]);
  expect(tieDaysOf(at(1, 21))).toEqual([]);
  expect(tieDaysOf(at(1, 20))).toEqual(at(1, 20));
});

test('the examples of the definition', () => {
  expect(strength(ana)).toBeCloseTo(1 + 0.5 ** (7 / 42) + 0.25, 12);
  expect(strength(ana)).toBeCloseTo(2.1409, 4);
  expect(strength(ben)).toBeCloseTo(0.4879, 4);
  const every = (days: number) =>
    Array.from({ length: 200 }, (_, index) => at(100 - days * index, 1)).flat();
  expect(strength(every(7))).toBeCloseTo(9.166, 3);
  expect(strength(every(30))).toBeCloseTo(2.561, 3);
});

test('labels go down by one in twelve weeks without contact', () => {
  expect(labelOf(strength(ana))).toBe('regular');
  expect(labelOf(strength(ben))).toBe('weak');
  expect(strength(ana, 84)).toBeCloseTo(0.5352, 4);
  expect(labelOf(strength(ana, 84))).toBe('weak');
  expect([6, 5.99, 1.5, 1.49, 0.375, 0.37, 0].map(labelOf)).toEqual([
    'strong',
    'regular',
    'regular',
    'weak',
    'weak',
    'dormant',
    'dormant',
  ]);
});

test('a sum that reaches a bound has its label on every day, also where a key is compared', () => {
  const sums = { regular: [...at(58, 1), ...at(100, 1)], weak: [...at(58, 4), ...at(100, 4)] };
  for (const label of ['regular', 'weak'] as const) {
    for (let later = 0; later < 1_000; later += 1) {
      const day = addDays(today, later);
      const key = strengthKey(sums[label].map((one) => ({ ...one, day: addDays(one.day, later) })));
      expect(labelOf(strengthOn(key, day)), day).toBe(label);
      expect(key, day).toBeGreaterThanOrEqual(keyOf(labelBounds[label], day));
    }
  }
});

const mails = fc.array(
  fc.record({ day: fc.integer({ min: -900, max: 100 }), count: fc.integer({ min: 1, max: 30 }) }),
  { maxLength: 60 },
);
const daysOf = (given: readonly { day: number; count: number }[]) =>
  given.flatMap(({ day, count }) => at(day, count));

test('emails in any order give the same days', () => {
  fc.assert(
    fc.property(
      mails.chain((given) =>
        fc.tuple(
          fc.constant(given),
          fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length }),
        ),
      ),
      ([given, shuffled]) => {
        expect(tieDaysOf(daysOf(shuffled))).toEqual(tieDaysOf(daysOf(given)));
      },
    ),
  );
});

test('a key sorts as the strength does on every later day, and gives it back', () => {
  fc.assert(
    fc.property(mails, mails, fc.nat(3_000), (one, other, later) => {
      const [first, second] = [one, other].map((given) => tieDaysOf(daysOf(given)));
      const plain = (days: readonly TieDay[] = []) =>
        days.reduce(
          (sum, { day, addresses }) => sum + 0.5 ** ((later + daysBefore(day)) / 42) / addresses,
          0,
        );
      const [plainFirst, plainSecond] = [plain(first), plain(second)];
      const [keyFirst, keySecond] = [strengthKey(first ?? []), strengthKey(second ?? [])];
      const day = addDays(today, later);
      expect(strengthOn(keyFirst, day)).toBeCloseTo(plainFirst, 9);
      // Sums in another order differ in the last digits.
      if (Math.abs(plainFirst / plainSecond - 1) > 1e-9) {
        expect(keyFirst > keySecond).toBe(plainFirst > plainSecond);
      }
    }),
  );
});

const daysBefore = (day: BusinessDay) => (Date.parse(today) - Date.parse(day)) / 86_400_000;
