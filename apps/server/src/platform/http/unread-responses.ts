import type { ServerResponse } from 'node:http';
import { limits } from '@repo/contract/limits';
import { AppError } from './app-error.ts';

/**
 * Bounds the responses of a user that their clients have not read yet: each stays in memory until
 * the operating system has taken all of it.
 */
export function createUnreadResponses() {
  /** Characters, by user. */
  const unread = new Map<string, number>();
  const change = (personId: string, characters: number) => {
    const sum = (unread.get(personId) ?? 0) + characters;
    if (sum > 0) unread.set(personId, sum);
    else unread.delete(personId);
  };
  return {
    /** @throws AppError `RATE_LIMITED` */
    requireRoom(personId: string): void {
      if ((unread.get(personId) ?? 0) <= limits.unreadCharacters) return;
      throw new AppError('RATE_LIMITED', 'Read the responses to earlier requests first.', {
        retryAfterSeconds: 5,
      });
    },
    /** Counts a response until it is sent, or its client has gone. */
    count(personId: string, characters: number, response: ServerResponse): void {
      if (response.closed) return;
      change(personId, characters);
      response.once('close', () => change(personId, -characters));
    },
  };
}
