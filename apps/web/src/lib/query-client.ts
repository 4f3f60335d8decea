import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isNetworkError } from './api/api-error.ts';
import { checkSession } from './session/check-session.ts';
import { currentUserQuery } from './session/current-user-query.ts';

/** The `meta` of a query that is retried only by the user. */
export const ON_DEMAND = { onDemand: true };

/** One cache of the server's data. */
export function createQueryClient(): QueryClient {
  const check = (error: unknown) => void checkSession(client, error);
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== currentUserQuery.queryKey[0]) check(error);
      },
    }),
    mutationCache: new MutationCache({ onError: check }),
    defaultOptions: {
      queries: {
        // `apiRequest` itself retries what failed immediately, within its timeout.
        retry: false,
        // The browser's own idea of being offline is unreliable; the request itself shows it.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

/** Loads failed queries of the page again when the connection returns. */
export function refetchFailed(client: QueryClient): void {
  void client.refetchQueries({ type: 'active', predicate: hasFailed });
}

/** Loads those again that got no response at all. */
export function refetchLost(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: (query) => hasFailed(query) && isNetworkError(query.state.error),
  });
}

const hasFailed = ({ state, meta }: Query): boolean =>
  state.status === 'error' && meta?.['onDemand'] !== true;
