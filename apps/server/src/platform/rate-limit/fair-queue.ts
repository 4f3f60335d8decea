import { AppError } from '../http/app-error.ts';

interface FairQueueOptions {
  /** The tasks that run at the same time. */
  concurrency: number;
  /** The tasks that may wait. */
  maxWaiting: number;
  /** Fewer may wait when the last one would otherwise wait longer than this; milliseconds. */
  maxWaitMs?: number;
  /** Tasks ranked higher than this leave one slot of `concurrency` to the others. */
  heavyRank?: number;
}

interface WaitingTask {
  rank: number;
  start: () => void;
  drop: (error: QueueFullError) => void;
}

export type FairQueue = <Result>(task: () => Promise<Result>, rank: number) => Promise<Result>;

/** This many may wait however long tasks take. */
const minWaiting = 10;
/** The weight of the newest task in the average duration. */
const smoothing = 0.1;

/**
 * Limits how many tasks run at the same time. The lowest rank goes first; equal ranks go in the
 * order of arrival. When too many wait, the highest rank is dropped, and of equals the one in the
 * middle, so that a burst does not displace requests from before or after it.
 *
 * Neither p-limit (one unbounded queue in order of arrival) nor p-queue (priorities, but no bound)
 * can drop a waiting task.
 *
 * @throws QueueFullError for a dropped task, which was never started
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { concurrency, maxWaiting, maxWaitMs = Infinity, heavyRank = Infinity } = options;
  /** Lowest rank first, in order of arrival within a rank. */
  const waiting: WaitingTask[] = [];
  let running = 0;
  let runningHeavy = 0;
  /** The average duration of the latest tasks; milliseconds. Undefined until the first has ended. */
  let averageMs: number | undefined;
  const waitingLimit = () =>
    averageMs === undefined
      ? maxWaiting
      : Math.min(maxWaiting, Math.max(minWaiting, (maxWaitMs * concurrency) / averageMs));
  const isHeavy = (rank: number) => rank > heavyRank;
  const canStart = (rank: number) =>
    running < concurrency && (!isHeavy(rank) || runningHeavy < concurrency - 1);

  function insert(task: WaitingTask): void {
    const index = waiting.findLastIndex(({ rank }) => rank <= task.rank) + 1;
    waiting.splice(index, 0, task);
    if (waiting.length <= waitingLimit()) return;
    const highest = waiting.at(-1)?.rank;
    const firstOfHighest = waiting.findIndex(({ rank }) => rank === highest);
    const middle = Math.floor((firstOfHighest + waiting.length - 1) / 2);
    const [dropped] = waiting.splice(middle, 1);
    dropped?.drop(new QueueFullError());
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
    const startedAt = performance.now();
    try {
      return await task();
    } finally {
      const tookMs = performance.now() - startedAt;
      averageMs = (averageMs ?? tookMs) * (1 - smoothing) + tookMs * smoothing;
      occupy(rank, -1);
      startWaiting();
    }
  };
}

/** Too many tasks waited; this one was never started. */
export class QueueFullError extends AppError {
  override name = 'QueueFullError';

  constructor() {
    const message = 'The server is busy. Try again in a moment.';
    super('RATE_LIMITED', message, { retryAfterSeconds: 5 });
  }
}
