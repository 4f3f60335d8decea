import { AppError } from '../../platform/http/app-error.ts';

interface GateOptions {
  /** How many pieces of work run at once. */
  concurrency: number;
  /** How many may wait besides; whoever comes then is told to come back. */
  waiting: number;
}

interface WorkOptions {
  /** Goes before all who are not, and waits in a queue of the same length of its own. */
  isTrusted?: boolean;
}

/**
 * Lets costly work through a few at a time, in the order of asking, what is trusted first.
 *
 * @throws AppError `RATE_LIMITED` when too many wait already.
 */
export function createGate({ concurrency, waiting }: GateOptions) {
  const trusted: (() => void)[] = [];
  const others: (() => void)[] = [];
  let running = 0;
  return async <Result>(
    work: () => Promise<Result>,
    { isTrusted = false }: WorkOptions = {},
  ): Promise<Result> => {
    const queue = isTrusted ? trusted : others;
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
      const next = trusted.shift() ?? others.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
