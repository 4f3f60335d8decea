import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '#lib/query-client.ts';
import { readSession, subscribeToSession } from '#lib/session/session-store.ts';

let ahead: { token: string; client: QueryClient } | undefined;

// Prefetched data is discarded together with its session.
subscribeToSession(() => {
  if (readSession().token !== ahead?.token) ahead = undefined;
});

/** Returns the cache of a session: the prefetched one, or an empty one. */
export function sessionClient(token: string): QueryClient {
  return ahead?.token === token ? ahead.client : createQueryClient();
}

/** Creates a cache to prefetch into; the page of the same session then continues with it. */
export function createPrefetchClient(token: string): QueryClient {
  ahead = { token, client: createQueryClient() };
  return ahead.client;
}
