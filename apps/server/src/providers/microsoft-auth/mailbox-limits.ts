import { setTimeout as sleep } from 'node:timers/promises';
import { createTokenBucket, type TokenBucket } from '#platform/throttle/token-bucket.ts';

/**
 * Exchange's limits of one application for one mailbox
 * (https://learn.microsoft.com/graph/throttling-limits#outlook-service-limits). The period is a second longer than
 * documented, because requests may be delayed on the way.
 */
export const MAX_AT_ONCE = 4;
const MAX_REQUESTS = 10_000;
const PERIOD_MS = 601_000;

/** The limits of one mailbox, shared by all its readers. */
export interface MailboxLimits {
  /**
   * Runs a request when fewer than four others are running.
   *
   * @param weight 4 for a batch, whose requests Microsoft runs four at a time.
   */
  gate: <T>(work: () => Promise<T>, signal: AbortSignal, weight?: number) => Promise<T>;
  bucket: TokenBucket;
  /** Waits before a request is repeated; milliseconds. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

const sleepFor: MailboxLimits['pause'] = (ms, signal) => sleep(ms, undefined, { signal });

/** Returns the limits of a mailbox by its address. */
export function createMailboxLimits(pause = sleepFor): (mailbox: string) => MailboxLimits {
  const known = new Map<string, MailboxLimits>();
  return (mailbox) => {
    const found = known.get(mailbox);
    if (found !== undefined) return found;
    const made = {
      gate: createGate(),
      bucket: createTokenBucket({ tokens: MAX_REQUESTS, returnAfter: PERIOD_MS }),
      pause,
    };
    known.set(mailbox, made);
    return made;
  };
}

function createGate(): MailboxLimits['gate'] {
  const waiting: { weight: number; start: () => void }[] = [];
  let running = 0;
  /** First come, first served, so that a batch is not passed by single requests for ever. */
  const startNext = () => {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      if (running + first.weight > MAX_AT_ONCE) return;
      running += first.weight;
      waiting.shift();
      first.start();
    }
  };
  return async (work, signal, weight = 1) => {
    await new Promise<void>((start) => {
      waiting.push({ weight, start });
      startNext();
    });
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      running -= weight;
      startNext();
    }
  };
}
