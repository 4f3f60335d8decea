import type { QueryClient } from '@tanstack/react-query';
import { SHOWS_ACTIVITIES } from '../../../lib/activities/refresh-activities.ts';
import { ApiError, isNetworkError } from '../../../lib/api/api-error.ts';
import { apiRequestOrThrow } from '../../../lib/api/api-request.ts';
import { hasFeature } from '../../../lib/features.ts';
import { readAccounts as readRows, type Account } from './account.ts';
import { accountsInput, LIST, PAGE_SIZE, type AccountsPart } from './accounts-request.ts';
import type { RequestedView } from './relationship-fields.ts';

/** Scrolling back within this time requests nothing again. */
const FRESH_FOR_MS = 15_000;

const EVERYTHING: RequestedView = { search: '', filters: {} };

export type AccountsPage = { accounts: Account[]; total: number; nextCursor: string | undefined };

/** Everything cached of a workspace's accounts; whatever changes them invalidates this key. */
export const accountsKey = (workspaceId: string) => ['accounts', workspaceId] as const;
const wholeKey = (workspaceId: string) => [...accountsKey(workspaceId), 'whole'] as const;
const pageKey = (workspaceId: string, view: RequestedView, page: number) =>
  [...accountsKey(workspaceId), 'page', view, page] as const;

/**
 * One page of a view. A server that does not page returns the whole list instead, which is then
 * cached under `wholeAccountsQuery` and the page is left empty.
 */
export function accountsPageQuery(
  client: QueryClient,
  workspaceId: string,
  view: RequestedView,
  page: number,
) {
  return {
    queryKey: pageKey(workspaceId, view, page),
    meta: SHOWS_ACTIVITIES,
    staleTime: FRESH_FOR_MS,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AccountsPage> => {
      const before = client.getQueryData<AccountsPage>(pageKey(workspaceId, view, page - 1));
      const cursor = before?.nextCursor;
      const start = cursor === undefined ? { offset: page * PAGE_SIZE } : { cursor };
      const read = await readAccounts(workspaceId, view, { ...start, limit: PAGE_SIZE }, signal);
      if (read.page !== undefined) return { accounts: read.accounts, ...read.page };
      client.setQueryData(wholeKey(workspaceId), read.accounts);
      return { accounts: [], total: 0, nextCursor: undefined };
    },
  };
}

/**
 * All accounts of a workspace; requested only once a page has shown that the server does not page.
 */
export function wholeAccountsQuery(workspaceId: string) {
  return {
    queryKey: wholeKey(workspaceId),
    meta: SHOWS_ACTIVITIES,
    staleTime: FRESH_FOR_MS,
    refetchOnWindowFocus: false,
    enabled: (query: { state: { data: Account[] | undefined } }) => query.state.data !== undefined,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Account[]> =>
      (await readAccounts(workspaceId, EVERYTHING, {}, signal)).accounts,
  };
}

/** All accounts of a view, page after page. */
export async function readAllAccounts(
  workspaceId: string,
  view: RequestedView,
  limit: number,
): Promise<Account[]> {
  const all: Account[] = [];
  let cursor: string | undefined;
  do {
    const from = cursor === undefined ? {} : { cursor };
    const read = await readAccounts(workspaceId, view, { ...from, limit });
    all.push(...read.accounts);
    cursor = read.page?.nextCursor;
  } while (cursor !== undefined);
  return all;
}

/** The message for a list that could not be read (specification part 2, section 8). */
export function accountsProblem(error: unknown): string {
  return isNetworkError(error) ? 'Network error occurred' : 'Failed to fetch accounts';
}

async function readAccounts(
  workspaceId: string,
  view: RequestedView,
  part: AccountsPart,
  signal?: AbortSignal,
) {
  const data = await apiRequestOrThrow(LIST, {
    ...accountsInput(workspaceId, view, part),
    ...(signal && { signal }),
  });
  if (!Array.isArray(data?.accounts)) {
    throw new ApiError('Server Error', { message: 'The response contains no list of accounts.' });
  }
  const page = hasFeature('paged-accounts') ? data.page : undefined;
  return {
    accounts: readRows(data.accounts),
    page: page && { total: page.total, nextCursor: page.nextCursor },
  };
}
