import { limits } from '@repo/contract/limits';
import { PassThrough } from 'node:stream';
import { AppError } from '#platform/http/app-error.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';

/**
 * Interval of the comment line that keeps proxies from closing an idle connection; milliseconds.
 */
const heartbeatInterval = 15_000;
/**
 * Lifetime of a stream; the client then reconnects, which validates its session again.
 * Milliseconds.
 */
const streamLifetime = 300_000;

export interface EventSubscriber {
  stream: PassThrough;
  sessionId: string;
  /** The event that was sent last; empty before the first one. */
  lastSent: StreamState;
}

export interface StreamState {
  /** A fingerprint of the integrations. */
  integrations: string;
  /** Changes with every change in the user's workspaces. */
  workspaces: string;
}

/**
 * The subscribers connected to this process, each with a stream that is kept alive until it
 * expires.
 */
export interface EventSubscribers {
  /** @throws AppError `RATE_LIMITED` for a user with too many open streams. */
  add: (person: Pick<SignedIn, 'id' | 'sessionId'>, lastSent: StreamState) => EventSubscriber;
  of: (userId: string) => EventSubscriber[];
  all: () => EventSubscriber[];
  /** The ids of all users with a subscriber, without duplicates. */
  userIds: () => string[];
}

export function createEventSubscribers(): EventSubscribers {
  const subscribers = new Map<string, Set<EventSubscriber>>();

  const forget = (userId: string, subscriber: EventSubscriber) => {
    const own = subscribers.get(userId);
    own?.delete(subscriber);
    if (own?.size === 0) subscribers.delete(userId);
  };

  return {
    add({ id: userId, sessionId }, lastSent) {
      if ((subscribers.get(userId)?.size ?? 0) >= limits.eventStreams) throw tooMany();
      const subscriber: EventSubscriber = { stream: openStream(), sessionId, lastSent };
      subscriber.stream.once('close', () => forget(userId, subscriber));
      subscribers.set(userId, (subscribers.get(userId) ?? new Set()).add(subscriber));
      return subscriber;
    },
    of: (userId) => [...(subscribers.get(userId) ?? [])],
    all: () => [...subscribers.values()].flatMap((own) => [...own]),
    userIds: () => [...subscribers.keys()],
  };
}

function openStream(): PassThrough {
  const stream = new PassThrough();
  const heartbeat = setInterval(() => stream.write(':\n\n'), heartbeatInterval);
  const end = setTimeout(() => stream.end(), streamLifetime);
  stream.once('close', () => {
    clearInterval(heartbeat);
    clearTimeout(end);
  });
  stream.write('retry: 2000\n\n');
  return stream;
}

const tooMany = () =>
  new AppError(
    'RATE_LIMITED',
    `At most ${limits.eventStreams} windows can receive live updates at the same time.`,
    {
      retryAfterSeconds: 30,
    },
  );
