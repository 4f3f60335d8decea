import type { WatchEnd } from '../provider/watch.ts';

/** The time after which a live watch counts as working; milliseconds. */
const STABLE_MS = 30_000;
/** Seconds until the next attempt, by the failures before. */
const afterLoss = [3, 60, 300, 900, 3_600];
const afterRefusal = [60, 300, 900, 3_600];
/** The server leaves no room for syncs beside the watch. */
const afterCrowding = [3_600, 86_400];
const DAY_SECONDS = 86_400;

export interface NextWatch {
  failures: number;
  seconds: number;
}

/**
 * When a connection is to be watched again after a watch has ended.
 *
 * @param liveMs for how long it was live.
 */
export function nextWatch(
  reason: WatchEnd['reason'] | 'crowded',
  before: number,
  liveMs: number,
): NextWatch {
  if (reason === 'stopped') return { failures: before, seconds: 0 };
  if (reason === 'unsupported') return { failures: 0, seconds: DAY_SECONDS };
  if (reason === 'crowded') return { failures: before + 1, seconds: rung(afterCrowding, before) };
  const failures = liveMs >= STABLE_MS ? 0 : before;
  const waits = reason === 'lost' ? afterLoss : afterRefusal;
  return { failures: Math.min(failures + 1, 100), seconds: rung(waits, failures) };
}

const rung = (waits: readonly number[], index: number): number =>
  waits[Math.min(index, waits.length - 1)] ?? DAY_SECONDS;
