import { bodyLimitOf, type Endpoint } from '@repo/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hashToken } from '../secrets/token.ts';
import type { Admission } from './admission.ts';
import { bearerToken, type Person } from './admit-request.ts';
import { AppError } from './app-error.ts';
import { type AnyHandler, isSecretCall } from './handlers.ts';
import type { JsonText } from './pieced-text.ts';
import { createHeldBodies, createUnreadResponses } from './held-memory.ts';
import { createUserLimiter, type RunInTurn } from './user-limiter.ts';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Keeps one sender from slowing down others, in the requests to one endpoint (docs/decisions/fair-use.md). */
export interface Turns {
  /**
   * Counts the body of an admitted request until its response is sent.
   *
   * @throws AppError `RATE_LIMITED`
   */
  countBody: (exchange: Exchange) => void;
  /**
   * Answers a request when it is its sender's turn, and counts the answer until it has been read.
   *
   * @param answer is called with the user or the integration of the request; undefined if it takes no turn.
   * @throws AppError `RATE_LIMITED`
   */
  run: (
    exchange: Exchange,
    answer: (key: string | undefined) => Promise<JsonText>,
  ) => Promise<JsonText>;
}

/** The name that the user of a session or a key is remembered under. */
const nameOf = (request: FastifyRequest): string =>
  hashToken(bearerToken(request) ?? '').toString('base64');

const isUnauthenticated = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'UNAUTHENTICATED';

/** Returns what makes the turns of an endpoint. All endpoints together are one server. */
export function createFairness(options: { poolSize: number }) {
  const limiter = createUserLimiter(options);
  const unread = createUnreadResponses();
  const bodies = createHeldBodies();

  return (call: Endpoint, handler: AnyHandler, admission: Admission): Turns => {
    const secretCall = isSecretCall(handler) ? handler : undefined;
    /** The user of an admitted request, or the integration of a webhook. */
    const keyOf = (request: FastifyRequest): string | undefined => {
      const sender = admission.found(request)?.sender;
      return secretCall ? secretCall.turnOf?.(sender) : (sender as Person | undefined)?.id;
    };

    /** The user whose turn a request takes; undefined when none is needed. */
    async function findUserId({ request, reply }: Exchange): Promise<string | undefined> {
      if (call.access === 'public' || call.access === 'secret') return undefined;
      // A stream of events would occupy its turn for minutes; the number of streams per user is
      // limited elsewhere. Redirects and images cost next to nothing.
      if (!(call.response instanceof z.ZodType) && call.response !== 'file') return undefined;
      const holder = admission.keyHolderOf(request);
      if (holder !== undefined) return holder.id;
      const token = nameOf(request);
      const remembered = limiter.userOf(token);
      if (remembered !== undefined) return remembered;
      const { id } = (await admission.admit(request, reply)) as Person;
      limiter.remember(token, id);
      return id;
    }

    /** The key that takes a turn, and the limiter; undefined for a request that need not wait. */
    async function findTurn(
      exchange: Exchange,
    ): Promise<{ key: string; run: RunInTurn } | undefined> {
      const key = secretCall ? keyOf(exchange.request) : await findUserId(exchange);
      if (key === undefined) return undefined;
      return { key, run: secretCall ? limiter.runDelivery : limiter.run };
    }

    return {
      countBody({ request, reply }) {
        const key = keyOf(request);
        if (key !== undefined) bodies.count(key, request, reply, bodyLimitOf(call));
      },
      async run(exchange, answer) {
        const turn = await findTurn(exchange);
        if (turn === undefined) return answer(undefined);
        const { key, run } = turn;
        unread.requireRoom(key);
        const json = await run(key, call, exchange, () => answer(key)).catch((error: unknown) => {
          // A key that was revoked, or a session that was ended, takes no further turns of its former user.
          if (isUnauthenticated(error)) limiter.forget(nameOf(exchange.request));
          throw error;
        });
        unread.count(key, json.length, exchange.reply.raw);
        return json;
      },
    };
  };
}
