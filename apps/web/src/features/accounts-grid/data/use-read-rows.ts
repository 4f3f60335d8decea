import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { PAGE_SIZE } from './accounts-call.ts';
import { accountsPageQuery, wholeAccountsQuery, type AccountsPage } from './accounts-query.ts';
import type { AccountsView } from './accounts-view.ts';
import { selectAccounts } from './select-accounts.ts';
import type { ReadRows } from './shown-rows.ts';

export type Reading = {
  /** Undefined until the view's first rows are there. */
  rows: ReadRows | undefined;
  error: Error | null;
  isFetching: boolean;
  /** The server gives the accounts a page at a time. */
  isPaged: boolean;
};

/**
 * Reads the accounts of a view: the pages of these numbers, the first among them, from a server
 * that pages, else the whole list, which is then searched, filtered and sorted here.
 */
export function useReadRows(
  workspaceId: string,
  view: AccountsView,
  numbers: readonly number[],
): Reading {
  const client = useQueryClient();
  const whole = useQuery(wholeAccountsQuery(workspaceId));
  const isPaged = whole.data === undefined;
  const paged = useQueries({
    queries: isPaged
      ? numbers.map((number) => accountsPageQuery(client, workspaceId, view, number))
      : [],
    combine: combinePages,
  });
  const viewKey = JSON.stringify(view);

  const pagedRows = useMemo((): ReadRows | undefined => {
    // The first page is always among them, and with it how many there are.
    const total = paged.pages[0]?.total;
    if (total === undefined) return undefined;
    const pages = new Map(
      numbers.flatMap((number, index) => {
        const page = paged.pages[index];
        return page === undefined ? [] : [[number, page.accounts] as const];
      }),
    );
    return { viewKey, pages, pageSize: PAGE_SIZE, total };
  }, [paged.pages, numbers, viewKey]);

  const now = useNow();
  const wholeRows = useMemo((): ReadRows | undefined => {
    if (whole.data === undefined) return undefined;
    const accounts = selectAccounts(whole.data, view, now);
    return {
      viewKey,
      pages: new Map([[0, accounts]]),
      pageSize: Number.POSITIVE_INFINITY,
      total: accounts.length,
    };
  }, [whole.data, view, viewKey, now]);

  return isPaged
    ? { rows: pagedRows, error: paged.error, isFetching: paged.isFetching, isPaged }
    : { rows: wholeRows, error: whole.error, isFetching: whole.isFetching, isPaged };
}

function combinePages(results: UseQueryResult<AccountsPage>[]) {
  return {
    pages: results.map(({ data }) => data),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
  };
}
