import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError } from '../provider-error.ts';

/** Concurrent requests: at the start, and at most. */
const [INITIAL_WIDTH, MAX_WIDTH] = [10, 20];
/** Attempts of one task before its failure counts. */
const MAX_ATTEMPTS = 4;
const RETRY_WAIT_MS = 250;
/** The first wait after a quota error without `Retry-After`; milliseconds. */
const firstPause = 1_000;
/**
 * A temporary failure that took this long is attempted once more, and a timeout not at all in the
 * same sync: that would keep the place of others. A task may also have waited for others on the same
 * connection, which was then lost. Milliseconds.
 */
const MAX_REPEATED_MS = 10_000;
const MAX_LONG_ATTEMPTS = 2;
/** After a longer pause than this the sync ends and is continued later; milliseconds. */
const MAX_PAUSE_MS = 20_000;

/** Adapts the number of concurrent requests of one sync: fewer as soon as the provider objects. */
export interface AdaptiveConcurrency {
  /**
   * Runs one task, and retries it after a delay if it failed temporarily. When the provider asks
   * for a pause, all tasks of this sync pause.
   *
   * @throws the error of the last attempt.
   */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /**
   * Runs a task for each item, several at once; returns the results in the order of the items.
   *
   * @param atOnce how many, instead of the number that adapts to the provider.
   */
  each: <Item, Result>(
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
    atOnce?: number,
  ) => Promise<Result[]>;
}

/** @param retryWaitMs the first wait after a temporary failure, doubled with each. */
export function createAdaptiveConcurrency(
  signal: AbortSignal,
  { retryWaitMs = RETRY_WAIT_MS }: { retryWaitMs?: number | undefined } = {},
): AdaptiveConcurrency {
  let width = INITIAL_WIDTH;
  let pausedUntil = 0;

  const waitForPause = async () => {
    for (let left = pausedUntil - Date.now(); left > 0; left = pausedUntil - Date.now()) {
      await sleep(left, undefined, { signal });
    }
  };

  const yieldTo = async (error: ProviderError, attempt: number) => {
    if (error.kind === 'temporary') {
      await sleep(jitter(retryWaitMs * 2 ** attempt), undefined, { signal });
      return;
    }
    const { retryAfterSeconds } = error;
    const pause =
      retryAfterSeconds === undefined
        ? jitter(firstPause * 2 ** attempt)
        : retryAfterSeconds * 1_000;
    if (pause > MAX_PAUSE_MS) throw error;
    // When many requests are refused at once, only one of them reduces the concurrency.
    if (pausedUntil < Date.now()) width = Math.max(1, Math.floor(width / 2));
    pausedUntil = Math.max(pausedUntil, Date.now() + pause);
  };

  const run: AdaptiveConcurrency['run'] = async (work) => {
    for (let attempt = 0; ; attempt += 1) {
      await waitForPause();
      const begun = performance.now();
      try {
        return await work();
      } catch (error) {
        signal.throwIfAborted();
        const isLong = performance.now() - begun >= MAX_REPEATED_MS;
        if (!isPassing(error) || attempt + 1 >= maxAttempts(error, isLong)) throw error;
        await yieldTo(error, attempt);
      }
    }
  };

  return {
    run,
    async each(items, work, atOnce) {
      const results = await overlap(items, atOnce ?? width, work);
      if (pausedUntil < Date.now()) width = Math.min(MAX_WIDTH, width + 1);
      return results;
    },
  };
}

/**
 * Between half and one and a half times the delay, so that tasks that failed together are not
 * retried together.
 */
const jitter = (milliseconds: number): number => milliseconds * (0.5 + Math.random());

const isPassing = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && (error.kind === 'temporary' || error.kind === 'rate-limited');

function maxAttempts(error: ProviderError, isLong: boolean): number {
  if (!isLong || error.kind !== 'temporary') return MAX_ATTEMPTS;
  return isTimeout(error.cause) ? 1 : MAX_LONG_ATTEMPTS;
}

function isTimeout(cause: unknown): boolean {
  for (let one = cause, depth = 0; one instanceof Error && depth < 5; depth += 1) {
    if (
      one.name === 'TimeoutError' ||
      ('code' in one && /TIMEOUT|TIMEDOUT/.test(String(one.code)))
    ) {
      return true;
    }
    one = one.cause;
  }
  return false;
}

/** After a failure no further task starts, and running tasks are awaited. */
async function overlap<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  let failed = false;
  const lane = async () => {
    for (const [index, item] of rest) {
      if (failed) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: width }, lane));
  const failure = lanes.find((one) => one.status === 'rejected');
  if (failure) throw failure.reason;
  return results;
}
