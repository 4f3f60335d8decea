import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/api-error.ts';
import { checkSession } from './session/check-session.ts';
import { currentUserQuery } from './session/current-user-query.ts';

const RETRY_DELAY_MS = 500;

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
        retry: mayRetry,
        retryDelay: RETRY_DELAY_MS,
        // The browser's own idea of being offline is unreliable; the call itself tells.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

/** Once more after a passing failure; never after the server has made up its mind (4xx). */
function mayRetry(failures: number, error: unknown): boolean {
  if (failures > 0 || !(error instanceof ApiError)) return false;
  return error.status === undefined || error.status >= 500;
}
