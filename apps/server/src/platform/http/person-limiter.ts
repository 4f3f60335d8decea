import type { Endpoint } from '@repo/contract/endpoint';
import { limits } from '@repo/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createFairLimiter } from '../rate-limit/fair-limiter.ts';

/** Sessions whose person is remembered, the last used ones; some hundred bytes each. */
const MAX_REMEMBERED_SESSIONS = 10_000;

/** Limits what one person's requests take of the server (docs/decisions/fair-use.md). */
export interface PersonLimiter {
  /**
   * The person of a session, if it was seen lately. It only says whose turn a request takes, never
   * what it may do.
   *
   * @param session the hash of its token.
   */
  personOf: (session: string) => string | undefined;
  remember: (session: string, personId: string) => void;
  /** Responds to a request when it is its person's turn. */
  run: RunInTurn;
  /**
   * Responds to a delivery when it is its webhook's turn. Deliveries take a quarter of the pool at
   * most, and no turn of the person whose webhook it is.
   */
  runDelivery: RunInTurn;
}

/**
 * @param key the person, or the integration of a webhook.
 * @throws AppError `RATE_LIMITED` when too many requests of the key wait.
 */
export type RunInTurn = <Result>(
  key: string,
  call: Endpoint,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  work: () => Promise<Result>,
) => Promise<Result>;

/** @param poolSize connections to the database, of which expensive requests take half at most. */
export function createPersonLimiter({ poolSize }: { poolSize: number }): PersonLimiter {
  const shared = {
    waitingPerKey: limits.waitingRequests,
    // Then the caller has given up.
    timeoutMs: limits.requestTimeout,
  };
  const runAny = createFairLimiter({
    ...shared,
    perKey: limits.concurrentRequests,
    // What one person can take of the pool is bounded; the pool's own queue does the rest.
    total: Number.POSITIVE_INFINITY,
  });
  const runHeavy = createFairLimiter({
    ...shared,
    perKey: limits.concurrentHeavyRequests,
    total: Math.max(1, Math.floor(poolSize / 2)),
  });
  const runDelivery = createFairLimiter({
    perKey: limits.concurrentDeliveries,
    total: Math.max(1, Math.floor(poolSize / 4)),
    waitingPerKey: limits.waitingDeliveries,
    timeoutMs: limits.requestTimeout,
  });
  const people = new Map<string, string>();

  return {
    personOf(session) {
      const personId = people.get(session);
      // In the order of use.
      if (personId !== undefined && people.delete(session)) people.set(session, personId);
      return personId;
    },
    remember(session, personId) {
      people.set(session, personId);
      const [oldest] = people.keys();
      if (people.size > MAX_REMEMBERED_SESSIONS && oldest !== undefined) people.delete(oldest);
    },
    run(personId, call, exchange, work) {
      const onClose = whenClosed(exchange);
      const task = () => runAny(personId, work, onClose);
      return isHeavy(call, exchange.request) ? runHeavy(personId, task, onClose) : task();
    },
    runDelivery: (integrationId, _call, exchange, work) =>
      runDelivery(integrationId, work, whenClosed(exchange)),
  };
}

/** Calls a listener when no one waits for the response any more. */
function whenClosed({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
  return (listener: () => void) => {
    if (reply.raw.closed || request.raw.socket.destroyed) listener();
    else reply.raw.once('close', listener);
  };
}

function isHeavy({ cost }: Endpoint, { query }: FastifyRequest): boolean {
  if (cost !== 'high-without-limit') return cost === 'high';
  return (query as { limit?: unknown }).limit === undefined;
}
