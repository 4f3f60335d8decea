import { limits } from '@repo/contract/page-limits';
import type { SavedView } from '@repo/contract/saved-views';
import type { Workspace } from '@repo/contract/workspaces';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { viewsQuery } from '#features/accounts-grid/views/views-query.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList, readTexts } from '#lib/api/read-list.ts';
import { useDebouncedValue } from '#lib/hooks/use-debounced-value.ts';

const MAX_ACCOUNTS = 8;
const MAX_PEOPLE = 5;
const SEARCH_DELAY_MS = 120;

export function usePeople(workspace: Workspace | undefined, query: string) {
  const search = useDebouncedValue(query, SEARCH_DELAY_MS);
  const isWanted = workspace !== undefined && query !== '' && search !== '';
  const { data } = useQuery({
    queryKey: ['people', 'palette', workspace?.id, search],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/people', {
        params: { workspaceId: workspace?.id ?? '' },
        query: { search, limit: MAX_PEOPLE },
        signal,
      });
      return readList(found.people, 'people', ({ id }) => id !== '', {
        id: 'id',
        name: 'text',
      }).map(({ addresses, accounts, ...person }) => ({
        ...person,
        addresses: readTexts(addresses, 'addresses'),
        accounts: readTexts(accounts, 'accounts'),
      }));
    },
    gcTime: limits.requestTimeout,
  });
  return isWanted ? (data ?? []) : [];
}

export function useViews(workspace: Workspace | undefined): SavedView[] {
  const { data } = useQuery({
    ...viewsQuery(workspace?.id ?? ''),
    enabled: workspace !== undefined,
  });
  return data?.views ?? [];
}

/** The matching accounts of a workspace; those of the previous query until the next ones arrive. */
export function useAccounts(workspace: Workspace | undefined, query: string) {
  const search = useDebouncedValue(query, SEARCH_DELAY_MS);
  const isWanted = workspace !== undefined && query !== '' && search !== '';
  const { data, isFetching } = useQuery({
    queryKey: ['palette-accounts', workspace?.id, search],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/accounts', {
        params: { workspaceId: workspace?.id ?? '' },
        query: { search, limit: MAX_ACCOUNTS },
        signal,
      });
      return readList(found.accounts, 'accounts', ({ id, name }) => id !== '' && name !== '', {
        id: 'id',
        name: 'text',
        domain: 'text',
      });
    },
    gcTime: limits.requestTimeout,
  });
  return {
    accounts: isWanted ? (data ?? []) : [],
    isSearching: query !== search || (isWanted && isFetching),
  };
}
