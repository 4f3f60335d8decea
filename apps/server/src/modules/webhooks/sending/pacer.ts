/** Spreads requests over time, in the order in which they come. */
export interface Pacer {
  /** Waits for the next place. Returns early when `stopping` is aborted. */
  wait: (stopping: AbortSignal) => Promise<void>;
  /** Leaves a place to the next one: it was not needed. */
  giveBack: () => void;
}

/** @param perSecond how many requests begin in a second. */
export function createPacer(perSecond: number): Pacer {
  const interval = 1_000 / perSecond;
  let next = 0;
  return {
    async wait(stopping) {
      const now = Date.now();
      next = Math.max(next, now);
      const ms = next - now;
      next += interval;
      if (ms > 0 && !stopping.aborted) await sleep(ms, stopping);
    },
    giveBack: () => void (next -= interval),
  };
}

/** Lets everything begin at once. */
export const unpaced: Pacer = { wait: async () => {}, giveBack: () => {} };

async function sleep(ms: number, stopping: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, ms);
  stopping.addEventListener('abort', end);
  await promise;
  clearTimeout(timer);
  stopping.removeEventListener('abort', end);
}
