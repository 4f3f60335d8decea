import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, type FocusEvent } from 'react';
import { useNow } from '#lib/time/use-now.ts';
import type { RowWindow } from '#ui/data-grid/scroll/row-window.ts';
import type { Account } from './account.ts';
import { PAGE_SIZE } from './accounts-request.ts';
import {
  accountsKey,
  accountsPageQuery,
  accountsProblem,
  wholeAccountsQuery,
  type AccountsPage,
} from './accounts-query.ts';
import type { RequestedView } from './relationship-fields.ts';
import {
  indexOfRow,
  nextShownRows,
  pageNumbers,
  pagesAround,
  rowAt,
  type FetchedRows,
  type ShownRows,
} from './grid-rows.ts';
import { selectAccounts } from './select-accounts.ts';

/** Returning often triggers two events: the tab becomes visible and the window gets the focus. */
const SAME_RETURN_MS = 1_000;

export type GridRows = {
  /** No rows can be shown yet, of this view or an earlier one. */
  isPending: boolean;
  /** The rows of an earlier view until this view's arrive; none once that failed. */
  isEarlierView: boolean;
  total: number;
  rowAt: (index: number) => Account | undefined;
  indexOf: (id: string) => number;
  /** To be called with the rows in view. */
  onWindowChange: (window: RowWindow) => void;
  /** The error of the list or of its last refresh. */
  problem: string | undefined;
  isFetching: boolean;
  /** The server returns the accounts in pages. */
  isPaged: boolean;
  /** Rows were moved, added or removed; this is shown when the user is no longer in the grid. */
  hasMoved: boolean;
  showMoved: () => void;
  /** Reads the shown rows again. Resolves when they have arrived. */
  refresh: () => Promise<void>;
  /** For the element that keeps its rows in order while the pointer or the focus is in it. */
  interactionHandlers: {
    onPointerEnter: () => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent) => void;
  };
};

/**
 * The rows of the grid: loads the pages around the visible range, or the whole list from a server
 * without paging, refetches them, and does not reorder them while the user is in the grid.
 *
 * One long hook, because loading, display and reordering depend on each other.
 */
export function useGridRows(workspaceId: string, view: RequestedView): GridRows {
  const client = useQueryClient();
  const now = useNow();
  const viewKey = JSON.stringify(view);
  const [shown, setShown] = useState<ShownRows>();
  const [span, setSpan] = useState({ from: 0, to: 0 });
  const [isReleased, setIsReleased] = useState(false);
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const [failure, setFailure] = useState<{ view: RequestedView; problem: string }>();

  // The window in whole pages: while rows pass by within a page, nothing is drawn again.
  const lastPage = Math.max(0, Math.ceil((shown?.total ?? 0) / PAGE_SIZE) - 1);
  const { from } = span;
  const to = Math.min(span.to, lastPage);
  const numbers = useMemo(() => pageNumbers({ from, to }), [from, to]);

  const whole = useQuery(wholeAccountsQuery(workspaceId));
  const isPaged = whole.data === undefined;
  const paged = useQueries({
    queries: isPaged
      ? numbers.map((number) => accountsPageQuery(client, workspaceId, view, number))
      : [],
    combine: combinePages,
  });
  const pagedRows = useMemo(
    () => readPages(viewKey, numbers, paged.pages),
    [viewKey, numbers, paged.pages],
  );
  const wholeRows = useMemo((): FetchedRows | undefined => {
    if (whole.data === undefined) return undefined;
    const accounts = selectAccounts(whole.data, view, now);
    const pages = new Map([[0, accounts]]);
    return { viewKey, pages, pageSize: Number.POSITIVE_INFINITY, total: accounts.length };
  }, [whole.data, view, viewKey, now]);
  const read = isPaged ? pagedRows : wholeRows;
  const { error, isFetching } = isPaged ? paged : whole;

  const isHeld = (hasPointer || hasFocus) && !isReleased;
  const mayMove = shown?.hasMoved === true && !isHeld;
  if (read !== undefined && (shown?.read !== read || mayMove)) {
    setShown(nextShownRows(shown, read, isHeld));
    if (isReleased) setIsReleased(false);
  }

  // A failure is still shown while it is retried, until there is a response.
  const current = error === null ? undefined : accountsProblem(error);
  if (current !== undefined && (failure?.view !== view || failure.problem !== current)) {
    setFailure({ view, problem: current });
  }
  const isRetried = read === undefined && isFetching && failure?.view === view;
  const problem = current ?? (isRetried ? failure.problem : undefined);

  const refresh = useCallback(
    () =>
      client.invalidateQueries({ queryKey: accountsKey(workspaceId) }, { cancelRefetch: false }),
    [client, workspaceId],
  );
  useWindowRefocus(refresh);
  // Other pages may change the accounts: a user who returns sees the cached rows, which are refetched.
  useEffect(
    () => () =>
      void client.invalidateQueries({ queryKey: accountsKey(workspaceId), refetchType: 'none' }),
    [client, workspaceId],
  );

  const isEarlierView = shown !== undefined && read === undefined;
  return {
    isPending: shown === undefined,
    isEarlierView,
    // The result of an earlier search must not pass for the result of this one.
    total: isEarlierView && problem !== undefined ? 0 : (shown?.total ?? 0),
    rowAt: useCallback((index) => shown && rowAt(shown, index), [shown]),
    indexOf: useCallback((id) => (shown ? indexOfRow(shown, id) : -1), [shown]),
    onWindowChange: useCallback((window) => {
      const next = pagesAround(window, PAGE_SIZE);
      setSpan((was) => (was.from === next.from && was.to === next.to ? was : next));
    }, []),
    problem,
    isFetching,
    isPaged,
    hasMoved: shown?.hasMoved === true,
    showMoved: useCallback(() => setIsReleased(true), []),
    refresh,
    interactionHandlers: useMemo(
      () => ({
        onPointerEnter: () => setHasPointer(true),
        onPointerLeave: () => setHasPointer(false),
        onFocus: () => setHasFocus(true),
        onBlur: (event) =>
          setHasFocus(event.currentTarget.contains(event.relatedTarget as Node | null)),
      }),
      [],
    ),
  };
}

function readPages(
  viewKey: string,
  numbers: readonly number[],
  read: readonly (AccountsPage | undefined)[],
): FetchedRows | undefined {
  const total = read[0]?.total;
  if (total === undefined) return undefined;
  const pages = new Map(
    numbers.flatMap((number, index) => {
      const page = read[index];
      return page === undefined ? [] : [[number, page.accounts] as const];
    }),
  );
  return { viewKey, pages, pageSize: PAGE_SIZE, total };
}

function combinePages(results: UseQueryResult<AccountsPage>[]) {
  return {
    pages: results.map(({ data }) => data),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
  };
}

/** Calls back when the user returns to the page from another tab or window. */
function useWindowRefocus(onReturn: () => void): void {
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    const handle = () => {
      if (document.visibilityState === 'hidden' || performance.now() - last < SAME_RETURN_MS)
        return;
      last = performance.now();
      onReturn();
    };
    window.addEventListener('focus', handle);
    document.addEventListener('visibilitychange', handle);
    return () => {
      window.removeEventListener('focus', handle);
      document.removeEventListener('visibilitychange', handle);
    };
  }, [onReturn]);
}
