import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiRequestOrThrow } from '../api/api-request.ts';
import { readList } from '../api/read-list.ts';
import { useIsSettled } from '../hooks/use-is-settled.ts';
import { isFullServer } from '../server-level.ts';

export type NamedAccount = { id: string; name: string };

const FRESH_FOR_MS = 60_000;

const ownAccountsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['own-accounts', workspaceId],
    staleTime: FRESH_FOR_MS,
    queryFn: async ({ signal }) => {
      const { favourites, recent } = await apiRequestOrThrow(
        'GET /api/workspaces/{workspaceId}/own-accounts',
        { params: { workspaceId }, signal },
      );
      return { favourites: readNamed(favourites), recent: readNamed(recent) };
    },
  });

const readNamed = (accounts: readonly NamedAccount[] | undefined) =>
  readList(accounts, 'accounts', ({ id, name }) => id !== '' && name !== '', {
    id: 'id',
    name: 'text',
  });

const NONE = { favourites: [] as NamedAccount[], recent: [] as NamedAccount[] };

/**
 * The user's favourites and last opened accounts in a workspace, requested after the page's own data. None
 * where the server does not keep them.
 */
export function useOwnAccounts(workspaceId: string | undefined) {
  const isSettled = useIsSettled();
  const { data } = useQuery({
    ...ownAccountsQuery(workspaceId ?? ''),
    enabled: workspaceId !== undefined && isSettled && isFullServer(),
  });
  return data ?? NONE;
}
