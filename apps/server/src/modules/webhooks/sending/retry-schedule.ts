/**
 * How long after each failed attempt the next one is, as Standard Webhooks recommends; seconds. The first
 * attempt is at once, and after the last one a delivery has failed: three days and a few hours after the
 * event.
 */
const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Further, at random: many deliveries that failed together do not come back together. */
const JITTER = 0.1;

/**
 * The seconds until the next attempt; undefined when there is none.
 *
 * @param attempts that failed.
 * @param atLeast what the receiver wants (`Retry-After`), a day at most.
 */
export function delayAfter(
  attempts: number,
  atLeast = 0,
  random: () => number = Math.random,
): number | undefined {
  const delay = delays[attempts - 1];
  if (delay === undefined) return undefined;
  return Math.max(delay * (1 + JITTER * random()), Math.min(atLeast, 86_400));
}

/**
 * The seconds for which a receiver is left alone after failed attempts without an accepted one between them.
 * One failure says nothing about the next message.
 */
export function pauseAfter(failures: number, atLeast = 0): number {
  const pauses = [0, 0, 5, 30, 60];
  return Math.max(pauses[failures] ?? 300, Math.min(atLeast, 86_400));
}
