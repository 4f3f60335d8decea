import { type BusinessDay, daysBetween } from '../time/business-day.ts';

/**
 * The strength of a colleague's contact with a person: the sum of 1/n over the days on which they were in
 * touch, which halves every six weeks. n is the number of addresses that an email went to, so that an email
 * shares out one point between its recipients.
 *
 * The factor of time is the same for all, so the stored key omits it (`strengthKey`): it sorts like the
 * strength on any day, and keys add up.
 */
export const HALF_LIFE_DAYS = 42;

/** An email to more addresses than this counts for no one. */
export const MAX_ADDRESSES = 20;

/** Days are counted from here in a key, which is therefore finite until the year 2137. */
export const KEY_EPOCH: BusinessDay = '2020-01-01';

/**
 * Days before this one count as this one in a key. Emails can have any date, and PostgreSQL refuses numbers
 * so small that they are rounded to zero: those of the 19th century, and until 2123 the strengths of keys of
 * this day.
 */
export const FIRST_KEY_DAY: BusinessDay = '2000-01-01';

/** A day on which two were in touch, with the smallest number of addresses of its emails. */
export interface TieDay {
  day: BusinessDay;
  /** 1 to `MAX_ADDRESSES`. */
  addresses: number;
}

/** The smallest number of addresses of each day; skips days that have only mass mailings. */
export function tieDaysOf(mails: Iterable<TieDay>): TieDay[] {
  const smallest = new Map<BusinessDay, number>();
  for (const { day, addresses } of mails) {
    if (addresses > MAX_ADDRESSES) continue;
    smallest.set(day, Math.min(smallest.get(day) ?? addresses, Math.max(addresses, 1)));
  }
  return [...smallest]
    .map(([day, addresses]) => ({ day, addresses }))
    .sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** The stored key of the days up to today; greater keys mean more strength on any later day. */
export const strengthKey = (days: readonly TieDay[]): number =>
  days.reduce(
    (sum, { day, addresses }) =>
      sum + keyOf(1 / addresses, day < FIRST_KEY_DAY ? FIRST_KEY_DAY : day),
    0,
  );

export const strengthOn = (key: number, today: BusinessDay): number =>
  key * 2 ** (-daysBetween(KEY_EPOCH, today) / HALF_LIFE_DAYS);

export const keyOf = (strength: number, today: BusinessDay): number =>
  strength * 2 ** (daysBetween(KEY_EPOCH, today) / HALF_LIFE_DAYS);

/** From the strongest to the weakest. */
export const strengthLabels = ['strong', 'regular', 'weak', 'dormant'] as const;
export type StrengthLabel = (typeof strengthLabels)[number];

/** Emails today and six weeks ago are 1.5, and must not become 1.4999… by rounding. */
const ROUNDING = 1 - 1e-9;

/** Steps of four: twelve weeks without contact cost exactly one label. */
export const labelBounds: Record<StrengthLabel, number> = {
  strong: 6 * ROUNDING,
  regular: 1.5 * ROUNDING,
  weak: 0.375 * ROUNDING,
  dormant: 0,
};

/** The label of a strength: weekly contact is strong, monthly contact regular. */
export const labelOf = (strength: number): StrengthLabel =>
  strengthLabels.find((label) => strength >= labelBounds[label]) ?? 'dormant';
