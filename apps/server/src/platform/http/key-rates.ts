import { limits } from '@repo/contract/limits';
import type { FastifyReply } from 'fastify';
import { createRecentCounts } from '../rate-limit/recent-counts.ts';
import { AppError } from './app-error.ts';

const WINDOW_SECONDS = 60;
/** Number of keys with counted requests at the same time; some hundred bytes each. */
const MAX_COUNTED_KEYS = 10_000;

/** Limits the requests of each API key in a minute, and says so in the headers of its responses. */
export interface KeyRates {
  /**
   * Refuses a key that has used up its requests, before the database is read.
   *
   * @throws AppError `RATE_LIMITED`
   */
  requireRoom: (key: string, reply: FastifyReply) => void;
  /** Counts a request of a key that works, so that others use no memory. */
  count: (key: string, reply: FastifyReply) => void;
}

/** @param now milliseconds, replaced by tests. */
export function createKeyRates(now: () => number = Date.now): KeyRates {
  const limit = limits.apiKeyRequestsPerMinute;
  const counts = createRecentCounts({
    windowMs: WINDOW_SECONDS * 1_000,
    maxKeys: MAX_COUNTED_KEYS,
    now,
  });
  /** Sets the headers and returns the seconds until the window ends. */
  const describe = (key: string, reply: FastifyReply): number => {
    const reset = Math.ceil((counts.msLeft(key) || WINDOW_SECONDS * 1_000) / 1_000);
    void reply.headers({
      'ratelimit-limit': limit,
      'ratelimit-remaining': Math.max(0, limit - counts.get(key)),
      'ratelimit-reset': reset,
      'ratelimit-policy': `${limit};w=${WINDOW_SECONDS}`,
    });
    return reset;
  };
  return {
    requireRoom(key, reply) {
      if (counts.get(key) < limit) return;
      throw new AppError(
        'RATE_LIMITED',
        `This API key made ${limit} requests within a minute, the most that one can make. Wait until the time in Retry-After has passed.`,
        { retryAfterSeconds: describe(key, reply) },
      );
    },
    count(key, reply) {
      counts.add(key);
      describe(key, reply);
    },
  };
}
