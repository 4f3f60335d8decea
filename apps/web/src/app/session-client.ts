import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../lib/query-client.ts';
import { readSession, subscribeToSession } from '../lib/session/session-store.ts';

let ahead: { token: string; client: QueryClient } | undefined;

// What was asked for one session goes with it.
subscribeToSession(() => {
  if (readSession().token !== ahead?.token) ahead = undefined;
});

/** The cache of a session: the one that is being filled ahead of the page, or an empty one. */
export function sessionClient(token: string): QueryClient {
  return ahead?.token === token ? ahead.client : createQueryClient();
}

/** A cache to fill before there is a page; the page of the same session then goes on with it. */
export function createPrefetchClient(token: string): QueryClient {
  ahead = { token, client: createQueryClient() };
  return ahead.client;
}
