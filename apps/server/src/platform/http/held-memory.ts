import type { ServerResponse } from 'node:http';
import { limits } from '@repo/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/**
 * Bounds the bodies of each key that are in memory: while they arrive, wait for a turn and are worked
 * on. Otherwise one user could have thousands arrive, and many parsed one right after the other.
 */
export function createHeldBodies() {
  /** Bytes, by user or integration. */
  const held = createHeldAmounts();
  return {
    /**
     * Counts the body of a request until the response is sent. A body of unknown length counts as the
     * largest.
     *
     * @throws AppError `RATE_LIMITED`
     */
    count(key: string, { headers }: FastifyRequest, reply: FastifyReply, largest: number): void {
      const unknown = headers['transfer-encoding'] === undefined ? 0 : largest;
      const bytes = Math.min(Number(headers['content-length'] ?? unknown), largest);
      const others = held.of(key);
      if (others > 0 && others + bytes > limits.heldBodyBytes) {
        throw new AppError('RATE_LIMITED', 'Wait for the responses to earlier requests first.', {
          retryAfterSeconds: 5,
        });
      }
      held.add(key, bytes, reply.raw);
    },
  };
}

/**
 * Bounds the responses of a user that their clients have not read yet: each stays in memory until
 * the operating system has taken all of it.
 */
export function createUnreadResponses() {
  /** Characters, by user. */
  const unread = createHeldAmounts();
  return {
    /** @throws AppError `RATE_LIMITED` */
    requireRoom(userId: string): void {
      if (unread.of(userId) <= limits.unreadCharacters) return;
      throw new AppError('RATE_LIMITED', 'Read the responses to earlier requests first.', {
        retryAfterSeconds: 5,
      });
    },
    /** Counts a response until it is sent, or its client has gone. */
    count: (userId: string, characters: number, response: ServerResponse): void =>
      unread.add(userId, characters, response),
  };
}

/** Sums the memory of each key's requests until their responses are sent, or their clients are gone. */
function createHeldAmounts() {
  const sums = new Map<string, number>();
  const change = (key: string, amount: number) => {
    const sum = (sums.get(key) ?? 0) + amount;
    if (sum > 0) sums.set(key, sum);
    else sums.delete(key);
  };
  return {
    of: (key: string): number => sums.get(key) ?? 0,
    add(key: string, amount: number, response: ServerResponse): void {
      if (response.closed) return;
      change(key, amount);
      response.once('close', () => change(key, -amount));
    },
  };
}
