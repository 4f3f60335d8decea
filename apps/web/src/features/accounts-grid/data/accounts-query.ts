import { limits } from '@repo/contract/page-limits';
import type { QueryClient } from '@tanstack/react-query';
import { SHOWS_ACTIVITIES } from '#lib/activities/refresh-activities.ts';
import { ApiError, isNetworkError } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { isFullServer } from '#lib/server-level.ts';
import { countOf, fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { readAccounts as readRows, type Account } from './account.ts';
import { accountsInput, PAGE_SIZE, type AccountsPart } from './accounts-request.ts';
import type { RequestedView } from './relationship-fields.ts';

/** Ten times as many as our server allows; more is not believed, and would be read without end. */
export const MAX_ACCOUNTS = 10 * limits.workspaceAccounts;

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
      const { accounts } = read;
      if (read.page?.total !== undefined) {
        const { total, nextCursor } = read.page;
        return { accounts, total, nextCursor };
      }
      // Without the number of rows a grid cannot have pages.
      const whole =
        read.page === undefined
          ? accounts
          : (await readAccounts(workspaceId, EVERYTHING, {}, signal)).accounts;
      client.setQueryData(wholeKey(workspaceId), whole);
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

/** How many accounts a workspace has in all, beside a view that shows some; null if it is not said. */
export const wholeTotalQuery = (workspaceId: string) => ({
  queryKey: [...accountsKey(workspaceId), 'total'],
  meta: SHOWS_ACTIVITIES,
  staleTime: FRESH_FOR_MS,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<number | null> =>
    (await readAccounts(workspaceId, EVERYTHING, { limit: 1 }, signal)).page?.total ?? null,
});

/** The message for a list that could not be read (specification part 2, section 8). */
export function accountsProblem(error: unknown): string {
  return isNetworkError(error) ? 'Network error occurred' : 'Failed to fetch accounts';
}

/** The accounts of a part of a view. */
export async function readAccounts(
  workspaceId: string,
  view: RequestedView,
  part: AccountsPart,
  signal?: AbortSignal,
) {
  const data = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/accounts', {
    ...accountsInput(workspaceId, view, part),
    ...(signal && { signal }),
  });
  if (!Array.isArray(data?.accounts)) {
    throw new ApiError('Server Error', { message: 'The response contains no list of accounts.' });
  }
  const accounts = readRows(data.accounts);
  const page = isFullServer() ? data.page : undefined;
  return { accounts, page: page && readPage(page) };
}

function readPage(received: unknown) {
  const { total, nextCursor } = fieldsOf(received);
  const count = countOf(total);
  return {
    total: count === undefined || count > MAX_ACCOUNTS ? undefined : count,
    nextCursor: textOf(nextCursor) || undefined,
  };
}
