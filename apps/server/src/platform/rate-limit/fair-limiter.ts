import { AppError } from '../http/app-error.ts';

export interface FairLimiterOptions {
  /** The tasks of one key that run at the same time; counted again whenever one could start. */
  perKey: number | ((key: string) => number);
  /** The tasks that run at the same time in all. */
  total: number;
  /** The tasks of one key that may wait besides. */
  waitingPerKey: number;
  /** The longest wait of a task; milliseconds. */
  timeoutMs: number;
}

/**
 * Runs a task, immediately or when it is its turn.
 *
 * @param onAbandoned registers a listener for the case that the result is no longer needed, such as
 *   a closed connection; a task that is still waiting then never runs.
 * @throws AppError `RATE_LIMITED` when too many tasks of the key are waiting, or this one waited
 *   too long.
 */
export type FairLimiter = <Result>(
  key: string,
  task: () => Promise<Result>,
  onAbandoned?: (listener: () => void) => void,
) => Promise<Result>;

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/**
 * Limits concurrent tasks per key, such as a user, and in total. Tasks of one key start in the
 * order in which they arrived; if several keys are waiting, each starts one task in turn,
 * regardless of how many another has waiting (docs/decisions/fair-use.md).
 */
export function createFairLimiter(options: FairLimiterOptions): FairLimiter {
  const { total, waitingPerKey, timeoutMs } = options;
  const perKey = (key: string): number =>
    typeof options.perKey === 'number' ? options.perKey : options.perKey(key);
  /** In the order of their turns. Only keys with tasks have a lane. */
  const lanes = new Map<string, Lane>();
  let running = 0;

  const start = (key: string, lane: Lane): void => {
    running += 1;
    lane.running += 1;
    moveLast(key, lane);
  };

  /** Moves a lane behind all others. */
  const moveLast = (key: string, lane: Lane): void => {
    lanes.delete(key);
    lanes.set(key, lane);
  };

  const end = (key: string, lane: Lane): void => {
    running -= 1;
    lane.running -= 1;
    moveLast(key, lane);
    // A lane that was moved to the end is visited again, so this fills all free capacity.
    for (const [candidate, other] of lanes) {
      if (running >= total) break;
      const startTask = other.running < perKey(candidate) ? other.waiting.shift() : undefined;
      if (startTask === undefined) continue;
      start(candidate, other);
      startTask();
    }
    removeIdle(key, lane);
  };

  const removeIdle = (key: string, lane: Lane): void => {
    if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(key);
  };

  const waitForTurn = (
    key: string,
    lane: Lane,
    onAbandoned: (listener: () => void) => void,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const startTask = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        const position = lane.waiting.indexOf(startTask);
        if (position < 0) return;
        clearTimeout(timer);
        lane.waiting.splice(position, 1);
        removeIdle(key, lane);
        reject(tooMany());
      };
      const timer = setTimeout(giveUp, timeoutMs);
      lane.waiting.push(startTask);
      onAbandoned(giveUp);
    });

  return async (key, task, onAbandoned = () => {}) => {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] };
    if (lane.running < perKey(key) && running < total && lane.waiting.length === 0) {
      start(key, lane);
    } else {
      if (lane.waiting.length >= waitingPerKey) throw tooMany();
      if (!lanes.has(key)) lanes.set(key, lane);
      await waitForTurn(key, lane, onAbandoned);
    }
    try {
      return await task();
    } finally {
      end(key, lane);
    }
  };
}

/** By then at least one of the waiting requests has been served. Seconds. */
const retryAfterSeconds = 2;

const tooMany = () =>
  new AppError(
    'RATE_LIMITED',
    'You have too many concurrent requests. Wait for some of them, then try again.',
    { retryAfterSeconds },
  );
