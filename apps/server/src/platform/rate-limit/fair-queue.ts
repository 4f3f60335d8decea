import { AppError } from '../http/app-error.ts';

interface FairQueueOptions {
  /** How many tasks run at the same time. */
  concurrency: number;
  /** How many tasks may wait. */
  maxWaiting: number;
  /** Tasks ranked higher than this leave one slot of `concurrency` to the others. */
  heavyRank?: number;
}

interface WaitingTask {
  rank: number;
  start: () => void;
  drop: (error: AppError) => void;
}

export type FairQueue = <Result>(task: () => Promise<Result>, rank: number) => Promise<Result>;

/**
 * Limits how many tasks run at the same time. The lowest rank goes first; equal ranks go in the
 * order of arrival. When too many wait, the highest rank is dropped, and among equals the one that
 * has waited longest: a burst that filled the queue does not keep out who comes after it.
 *
 * Neither p-limit (one unbounded queue in order of arrival) nor p-queue (priorities, but no bound)
 * can drop a waiting task.
 *
 * @throws AppError `RATE_LIMITED` for a dropped task, which was never started
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { concurrency, maxWaiting, heavyRank = Infinity } = options;
  /** Lowest rank first, in order of arrival within a rank. */
  const waiting: WaitingTask[] = [];
  let running = 0;
  let runningHeavy = 0;
  const isHeavy = (rank: number) => rank > heavyRank;
  const canStart = (rank: number) =>
    running < concurrency && (!isHeavy(rank) || runningHeavy < concurrency - 1);

  function insert(task: WaitingTask): void {
    const index = waiting.findLastIndex(({ rank }) => rank <= task.rank) + 1;
    waiting.splice(index, 0, task);
    if (waiting.length <= maxWaiting) return;
    const highest = waiting.at(-1)?.rank;
    const [dropped] = waiting.splice(
      waiting.findIndex(({ rank }) => rank === highest),
      1,
    );
    dropped?.drop(busy());
  }

  function startWaiting(): void {
    // Sorted: if the first cannot start, only because it is heavy, neither can those behind it.
    for (let next = waiting[0]; next && canStart(next.rank); next = waiting[0]) {
      waiting.shift();
      occupy(next.rank, 1);
      next.start();
    }
  }

  function occupy(rank: number, change: 1 | -1): void {
    running += change;
    if (isHeavy(rank)) runningHeavy += change;
  }

  return async (task, rank) => {
    if (canStart(rank)) occupy(rank, 1);
    else await new Promise<void>((start, drop) => insert({ rank, start, drop }));
    try {
      return await task();
    } finally {
      occupy(rank, -1);
      startWaiting();
    }
  };
}

const busy = () =>
  new AppError('RATE_LIMITED', 'The server is busy. Try again in a moment.', {
    retryAfterSeconds: 5,
  });
