import type { CallInput } from '@repo/contract/calls';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, isNetworkError } from '../../lib/api/api-error.ts';
import { callOrThrow } from '../../lib/api/call.ts';
import { readAccount, type Account } from './account.ts';
import type { AccountsView } from './accounts-view.ts';

const LIST = 'GET /api/workspaces/{workspaceId}/accounts';

/** Accounts in one request while scrolling; a screen holds a third of it. */
export const PAGE_SIZE = 100;

/** Scrolling back within this time asks for nothing again. */
const FRESH_FOR_MS = 15_000;

export type AccountsPage = { accounts: Account[]; total: number; nextCursor: string | undefined };

/** Everything kept of a workspace's accounts; what changes them invalidates this. */
export const accountsKey = (workspaceId: string) => ['accounts', workspaceId] as const;
const wholeKey = (workspaceId: string) => [...accountsKey(workspaceId), 'whole'] as const;
const pageKey = (workspaceId: string, view: AccountsView, page: number) =>
  [...accountsKey(workspaceId), 'page', view, page] as const;

/**
 * One page of a view. A server that does not page answers the whole list instead, which is then
 * kept under `wholeAccountsQuery` and the page is left empty.
 */
export function accountsPageQuery(
  client: QueryClient,
  workspaceId: string,
  view: AccountsView,
  page: number,
) {
  return {
    queryKey: pageKey(workspaceId, view, page),
    staleTime: FRESH_FOR_MS,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AccountsPage> => {
      const before = client.getQueryData<AccountsPage>(pageKey(workspaceId, view, page - 1));
      const cursor = before?.nextCursor;
      const start = cursor === undefined ? { offset: page * PAGE_SIZE } : { cursor };
      const read = await readAccounts(workspaceId, signal, {
        ...viewQuery(view),
        ...start,
        limit: PAGE_SIZE,
      });
      if (read.page !== undefined) return { accounts: read.accounts, ...read.page };
      client.setQueryData(wholeKey(workspaceId), read.accounts);
      return { accounts: [], total: 0, nextCursor: undefined };
    },
  };
}

/** All accounts of a workspace; asked for only once a page has shown that the server does not page. */
export function wholeAccountsQuery(workspaceId: string) {
  return {
    queryKey: wholeKey(workspaceId),
    staleTime: FRESH_FOR_MS,
    refetchOnWindowFocus: false,
    enabled: (query: { state: { data: Account[] | undefined } }) => query.state.data !== undefined,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Account[]> =>
      (await readAccounts(workspaceId, signal, {})).accounts,
  };
}

/** All accounts of a view, page after page. */
export async function readAllAccounts(
  workspaceId: string,
  view: AccountsView,
  limit: number,
): Promise<Account[]> {
  const all: Account[] = [];
  let cursor: string | undefined;
  do {
    const read = await readAccounts(workspaceId, undefined, {
      ...viewQuery(view),
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    all.push(...read.accounts);
    cursor = read.page?.nextCursor;
  } while (cursor !== undefined);
  return all;
}

/** What to say of a list that could not be read (specification part 2, section 8). */
export function accountsProblem(error: unknown): string {
  return isNetworkError(error) ? 'Network error occurred' : 'Failed to fetch accounts';
}

async function readAccounts(
  workspaceId: string,
  signal: AbortSignal | undefined,
  query: Omit<CallInput<typeof LIST>['query'], 'includeTimeline'>,
) {
  const data = await callOrThrow(LIST, {
    params: { workspaceId },
    query: { includeTimeline: 'true', ...query },
    ...(signal && { signal }),
  });
  if (!Array.isArray(data?.accounts)) {
    throw new ApiError('Server Error', { message: 'The answer holds no list of accounts.' });
  }
  const { page } = data;
  return {
    accounts: data.accounts.map(readAccount),
    page: page && { total: page.total, nextCursor: page.nextCursor },
  };
}

function viewQuery({ search, sort, filters }: AccountsView) {
  return {
    ...(search === '' ? {} : { search }),
    ...(sort && { sort: sort.by, order: sort.order }),
    ...filters,
  };
}
