import type { FastifyRequest } from 'fastify';

/**
 * A request that was authenticated less than this ago is not authenticated again: it neither waited for its body nor
 * for its turn. Milliseconds.
 */
const FRESH_MS = 50;

/**
 * The senders of requests that were authenticated before their bodies arrived, or before they waited for a
 * turn.
 */
export interface AuthorizedRequests {
  has: (request: FastifyRequest) => boolean;
  get: (request: FastifyRequest) => unknown;
  set: (request: FastifyRequest, known: unknown) => void;
  /** Whether a request waited since, so that what its sender may do can have ended. */
  isOld: (request: FastifyRequest) => boolean;
}

export function createAuthorized(now = () => performance.now()): AuthorizedRequests {
  const known = new WeakMap<FastifyRequest, { holder: unknown; at: number }>();
  return {
    has: (request) => known.has(request),
    get: (request) => known.get(request)?.holder,
    set: (request, holder) => void known.set(request, { holder, at: now() }),
    isOld: (request) => now() - (known.get(request)?.at ?? Infinity) > FRESH_MS,
  };
}
