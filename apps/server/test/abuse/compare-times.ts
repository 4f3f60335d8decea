import { median } from './proof.ts';

export interface Compared {
  /** 'median 1.2 and 1.3 ms; the distributions differ by at most 0.02 (…)' */
  described: string;
  isEqual: boolean;
}

/**
 * Compares two samples of response times by the two-sample test of Kolmogorov and Smirnov, at 0.1 %.
 */
export function compareTimes(one: readonly number[], other: readonly number[]): Compared {
  const [first, second] = [one, other].map((times) => times.toSorted((a, b) => a - b));
  const shareUpTo = (sample: readonly number[], value: number) =>
    sample.filter((item) => item <= value).length / sample.length;
  const difference = Math.max(
    ...[...one, ...other].map((value) => Math.abs(shareUpTo(one, value) - shareUpTo(other, value))),
  );
  const critical = 1.95 * Math.sqrt(1 / one.length + 1 / other.length);
  return {
    described: `median ${median(first ?? []).toFixed(1)} and ${median(second ?? []).toFixed(1)} ms; the distributions differ by at most ${difference.toFixed(3)} (Kolmogorov-Smirnov; ${critical.toFixed(3)} would be a difference at 0.1 %)`,
    isEqual: difference <= critical,
  };
}

/** The items in random order. */
export const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
