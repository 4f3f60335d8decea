import { availableParallelism } from 'node:os';
import type { Endpoint } from '@repo/contract/endpoint';
import { isExpensive, type SentParams, type SentQuery } from '@repo/contract/request-cost';
import { limits } from '@repo/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createFairLimiter } from '../rate-limit/fair-limiter.ts';
import { createRecentUse } from '../rate-limit/recent-use.ts';

/** Number of most recently used sessions and keys with a cached user; some hundred bytes each. */
const MAX_REMEMBERED_SESSIONS = 10_000;

/** For how long reading counts: longer than requests wait, so that who has to wait is not forgotten. Milliseconds. */
const USE_LIFETIME_MS = 10_000;
/**
 * Users whose requests took more than this lately have them one at a time: an eighth of a connection is busy
 * with them.
 */
const BUSY_MS = 1_500;
/** The average cost of a heavy reader's requests; a usual one takes a tenth. */
const HEAVY_READ_MS = 100;
/** Expensive requests that run at least, so that one that waits for a lock does not stop all others. */
const MIN_HEAVY = 2;
/** Characters of a response that cost others as much as a millisecond: they are compressed and sent. */
const CHARACTERS_PER_MS = 20_000;

/** Limits how much of the server one user's requests occupy (docs/decisions/fair-use.md). */
export interface UserLimiter {
  /**
   * Returns the user of a recently used session or API key. Only decides whose turn a request takes, never access.
   *
   * @param token its hash.
   */
  userOf: (token: string) => string | undefined;
  remember: (token: string, userId: string) => void;
  forget: (token: string) => void;
  /** Handles a request when it is its user's turn. */
  run: RunInTurn;
  /**
   * Handles a delivery when it is its webhook's turn. Deliveries take at most a quarter of the
   * pool, and no turns of the webhook's owner.
   */
  runDelivery: RunInTurn;
}

/**
 * @param key the user, or the integration of a webhook.
 * @throws AppError `RATE_LIMITED` when too many requests of the key wait.
 */
export type RunInTurn = <Result>(
  key: string,
  call: Endpoint,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  work: () => Promise<Result>,
) => Promise<Result>;

interface UserLimiterOptions {
  /** Database connections; expensive requests take at most half of them. */
  poolSize: number;
  /** Processors of this machine, on which PostgreSQL can run as well. */
  processors?: number;
}

export function createUserLimiter({
  poolSize,
  processors = availableParallelism(),
}: UserLimiterOptions): UserLimiter {
  const shared = {
    waitingPerKey: limits.waitingRequests,
    // The client has timed out by then.
    timeoutMs: limits.requestTimeout,
  };
  const runAny = createFairLimiter({
    ...shared,
    perKey: limits.concurrentRequests,
    // Each user's share of the pool is limited; the pool's own queue does the rest.
    total: Number.POSITIVE_INFINITY,
  });
  const runHeavy = createFairLimiter({
    ...shared,
    perKey: limits.concurrentHeavyRequests,
    // More at once would delay each other, and cheap requests behind them.
    total: Math.max(1, Math.min(Math.floor(poolSize / 2), Math.max(MIN_HEAVY, processors))),
  });
  /** Reads of heavy readers: one processor remains for all others. */
  const runHeavyReader = createFairLimiter({
    ...shared,
    perKey: 1,
    total: Math.max(1, processors - 1),
  });
  /** Expensive requests, and all others of a user who is busy: one of them at a time. */
  const runAlone = createFairLimiter({ ...shared, perKey: 1, total: Number.POSITIVE_INFINITY });
  const recent = createRecentUse({
    lifetimeMs: USE_LIFETIME_MS,
    limit: MAX_REMEMBERED_SESSIONS,
  });
  const counts = createRecentUse({ lifetimeMs: USE_LIFETIME_MS, limit: MAX_REMEMBERED_SESSIONS });
  const running = createRunningTimes();
  const isBusy = (userId: string): boolean => recent.of(userId) + running.of(userId) > BUSY_MS;
  const isHeavyReader = (userId: string): boolean =>
    isBusy(userId) && recent.of(userId) > HEAVY_READ_MS * counts.of(userId);
  const runLight = createFairLimiter({
    ...shared,
    // Counted again at each start, for requests that arrived before their user was busy.
    perKey: (userId) => (isBusy(userId) ? 1 : limits.concurrentRequests),
    total: Number.POSITIVE_INFINITY,
  });
  const runDelivery = createFairLimiter({
    perKey: limits.concurrentDeliveries,
    total: Math.max(1, Math.floor(poolSize / 4)),
    waitingPerKey: limits.waitingDeliveries,
    timeoutMs: limits.requestTimeout,
  });
  const users = new LRUCache<string, string>({ max: MAX_REMEMBERED_SESSIONS });

  return {
    userOf: (token) => users.get(token),
    remember: (token, userId) => void users.set(token, userId),
    forget: (token) => void users.delete(token),
    run(userId, call, exchange, work) {
      const onClose = whenClosed(exchange);
      const { query, params, method } = exchange.request;
      const isHeavy = isExpensive(call.cost, query as SentQuery, params as SentParams);
      // A change can wait for a lock, which must not stop what its user and others read.
      const reads = method === 'GET';
      // The cost of a request is known from the work it does.
      const measured = async () => {
        const begun = performance.now();
        const end = isHeavy || !reads ? undefined : running.begin(userId);
        try {
          const result = await work();
          if (typeof result === 'string') recent.add(userId, result.length / CHARACTERS_PER_MS);
          return result;
        } finally {
          end?.();
          if (reads || !isHeavy) {
            recent.add(userId, performance.now() - begun);
            counts.add(userId, 1);
          }
        }
      };
      const inTurn = () => runAny(userId, measured, onClose);
      const next = () => (isHeavy ? runHeavy : runLight)(userId, inTurn, onClose);
      if (!isHeavy && !isBusy(userId)) return next();
      return runAlone(
        userId,
        () => (reads && isHeavyReader(userId) ? runHeavyReader(userId, next, onClose) : next()),
        onClose,
      );
    },
    runDelivery: (integrationId, _call, exchange, work) =>
      runDelivery(integrationId, work, whenClosed(exchange)),
  };
}

/** The time for which requests of each user that are not declared as expensive have run so far, added up. */
function createRunningTimes() {
  const times = new Map<string, { count: number; begun: number }>();
  const change = (userId: string, count: 1 | -1, begun: number) => {
    const sum = times.get(userId) ?? { count: 0, begun: 0 };
    sum.count += count;
    sum.begun += count * begun;
    if (sum.count === 0) times.delete(userId);
    else times.set(userId, sum);
  };
  return {
    /** Milliseconds. */
    of(userId: string): number {
      const { count, begun } = times.get(userId) ?? { count: 0, begun: 0 };
      return count * performance.now() - begun;
    },
    /** Returns what ends it. */
    begin(userId: string): () => void {
      const begun = performance.now();
      change(userId, 1, begun);
      return () => change(userId, -1, begun);
    },
  };
}

/** Calls a listener when the client has disconnected before the response. */
function whenClosed({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
  return (listener: () => void) => {
    if (reply.raw.closed || request.raw.socket.destroyed) listener();
    else reply.raw.once('close', listener);
  };
}
