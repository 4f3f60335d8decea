import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { RowWindow } from '../../../ui/data-grid/row-window.ts';
import type { Account } from './account.ts';
import { PAGE_SIZE } from './accounts-call.ts';
import { accountsKey, accountsProblem } from './accounts-query.ts';
import type { AccountsView } from './accounts-view.ts';
import { indexOfRow, nextShownRows, rowAt, type ShownRows } from './shown-rows.ts';
import { usePagesInView } from './use-pages-in-view.ts';
import { useReadRows, type Reading } from './use-read-rows.ts';
import { useReturn } from './use-return.ts';

export type AccountRows = {
  /** No rows stand yet, of this view or an earlier one. */
  isPending: boolean;
  /** The rows are those of an earlier view until this one's are there; none, once that failed. */
  isEarlierView: boolean;
  total: number;
  rowAt: (index: number) => Account | undefined;
  indexOf: (id: string) => number;
  /** To be told which rows are in view. */
  onWindowChange: (window: RowWindow) => void;
  /** Why the list, or its renewal, failed. */
  problem: string | undefined;
  isFetching: boolean;
  isPaged: boolean;
  /** Rows have moved, come or gone, and wait until nobody is at the grid. */
  hasMoved: boolean;
  showMoved: () => void;
  /** Reads anew what is shown. Ends when it has been read. */
  refresh: () => Promise<void>;
};

/**
 * The rows of the grid, kept fresh. While a person is at the grid (`isHeld`), fresh rows change in
 * their places and nothing moves.
 */
export function useAccountRows(
  workspaceId: string,
  view: AccountsView,
  isHeld: boolean,
): AccountRows {
  const client = useQueryClient();
  const [shown, setShown] = useState<ShownRows>();
  const [pages, onWindowChange] = usePagesInView(PAGE_SIZE, shown?.total ?? 0);
  const reading = useReadRows(workspaceId, view, pages);
  const [isLetGo, setIsLetGo] = useState(false);

  const { rows } = reading;
  const isReleased = shown?.hasMoved === true && (!isHeld || isLetGo);
  if (rows !== undefined && (shown?.read !== rows || isReleased)) {
    setShown(nextShownRows(shown, rows, isHeld && !isLetGo));
    if (isLetGo) setIsLetGo(false);
  }

  const refresh = useCallback(
    () =>
      client.invalidateQueries({ queryKey: accountsKey(workspaceId) }, { cancelRefetch: false }),
    [client, workspaceId],
  );
  useReturn(refresh);
  // Other pages may change the accounts: whoever comes back sees what was read, and it read anew.
  useEffect(
    () => () =>
      void client.invalidateQueries({ queryKey: accountsKey(workspaceId), refetchType: 'none' }),
    [client, workspaceId],
  );

  const isEarlierView = shown !== undefined && rows === undefined;
  const problem = useToldProblem(reading, view);
  return {
    isPending: shown === undefined,
    isEarlierView,
    // What an earlier search found must not pass for what this one would have.
    total: isEarlierView && problem !== undefined ? 0 : (shown?.total ?? 0),
    rowAt: useCallback((index) => shown && rowAt(shown, index), [shown]),
    indexOf: useCallback((id) => (shown ? indexOfRow(shown, id) : -1), [shown]),
    onWindowChange,
    problem,
    isFetching: reading.isFetching,
    isPaged: reading.isPaged,
    hasMoved: shown?.hasMoved === true,
    showMoved: useCallback(() => setIsLetGo(true), []),
    refresh,
  };
}

/** What failed stays said while it is tried again, until there is an answer. */
function useToldProblem(
  { rows, error, isFetching }: Reading,
  view: AccountsView,
): string | undefined {
  const [told, setTold] = useState<{ view: AccountsView; problem: string }>();
  const problem = error === null ? undefined : accountsProblem(error);
  if (problem !== undefined && (told?.view !== view || told.problem !== problem)) {
    setTold({ view, problem });
  }
  const isRetried = rows === undefined && isFetching && told?.view === view;
  return problem ?? (isRetried ? told.problem : undefined);
}
