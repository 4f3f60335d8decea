import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { checkSession } from './session/check-session.ts';
import { currentUserQuery } from './session/current-user-query.ts';

/** The `meta` of a query that is made again only when a person asks for it. */
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
        // The call itself repeats what failed at once, within its time-out.
        retry: false,
        // The browser's own idea of being offline is unreliable; the call itself tells.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
