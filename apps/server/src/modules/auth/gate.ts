import { AppError } from '../../platform/http/app-error.ts';

interface GateOptions {
  /** How many pieces of work run at once. */
  concurrency: number;
  /** How many may wait besides; whoever comes then is told to come back. */
  waiting: number;
}

/**
 * Lets costly work through a few at a time, in the order of asking.
 *
 * @throws AppError `RATE_LIMITED` when too many wait already.
 */
export function createGate({ concurrency, waiting }: GateOptions) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= concurrency) {
      if (queue.length >= waiting) {
        throw new AppError('RATE_LIMITED', 'The server is busy. Please try again in a moment.', {
          retryAfterSeconds: 5,
        });
      }
      // Whoever leaves hands its place on, so that `running` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
