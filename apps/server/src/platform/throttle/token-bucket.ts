import { setTimeout as sleep } from 'node:timers/promises';

export interface TokenBucketOptions {
  tokens: number;
  /** After how many milliseconds a taken token is returned to the bucket. */
  returnAfter: number;
}

export interface TokenBucket {
  /** Waits until this many tokens are available, and takes them. First come, first served. */
  take: (count: number, signal: AbortSignal) => Promise<void>;
}

/**
 * A bucket whose tokens are returned one by one, each a fixed time after it was taken. So no period of that
 * length contains more taken tokens than there are, which is how vendors count a quota "per minute". All of
 * them can be taken at once; a bucket that fills at an even rate would leave a part of the quota unused.
 */
export function createTokenBucket({ tokens, returnAfter }: TokenBucketOptions): TokenBucket {
  const taken: { at: number; count: number }[] = [];
  let free = tokens;
  let queue: Promise<unknown> = Promise.resolve();

  const has = (count: number): boolean => {
    const now = performance.now();
    for (let first = taken[0]; first && first.at + returnAfter <= now; first = taken[0]) {
      free += first.count;
      taken.shift();
    }
    return free >= count;
  };

  const take = async (wanted: number, signal: AbortSignal) => {
    const count = Math.min(wanted, tokens);
    while (!has(count)) {
      const [first] = taken;
      const wait = first ? first.at + returnAfter - performance.now() : 0;
      await sleep(Math.max(1, wait), undefined, { signal });
    }
    free -= count;
    taken.push({ at: performance.now(), count });
  };

  return {
    take(count, signal) {
      const turn = queue.then(() => take(count, signal));
      // A caller that stops waiting does not delay the others.
      queue = turn.catch(() => undefined);
      return turn;
    },
  };
}
