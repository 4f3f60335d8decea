import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readJson, writeJson } from '#lib/storage.ts';
import { savedViewIn } from '../data/accounts-view.ts';
import { columnsStorageKey } from '../data/relationship-fields.ts';
import {
  INITIAL_COLUMN_STATE,
  isFirstOrder,
  readColumnState,
  readShown,
  type ColumnState,
} from './column-state.ts';
import { readWidths, writeWidths } from '../data/view-address.ts';

type Change = (state: ColumnState) => ColumnState;

/**
 * The columns of a workspace's grid: those in the page's address, else those of the last visit. A change is
 * stored in both, so that the address can be passed on and the next visit finds it again. While a saved view
 * is open, a change goes to the address alone, which then has the widths as well.
 */
export function useColumns(workspaceId: string): [ColumnState, (change: Change) => void] {
  const [address, setAddress] = useSearchParams();
  const [kept, setKept] = useState(
    () => readJson(columnsStorageKey(workspaceId), readColumnState) ?? INITIAL_COLUMN_STATE,
  );
  const named = address.get('columns');
  const widths = address.get('widths');
  const isSavedView = savedViewIn(address) !== undefined;
  const state = useMemo(
    () =>
      (isSavedView && readColumnState({ shown: named, widths: readWidths(widths) })) || {
        ...kept,
        shown: readShown(named) ?? kept.shown,
      },
    [kept, named, widths, isSavedView],
  );

  // Columns that were only remembered are put into the address as well.
  const lacksName = !isSavedView && named === null && !isFirstOrder(kept.shown);
  useEffect(() => {
    if (lacksName) setAddress((now) => withColumns(now, kept), { replace: true });
  }, [lacksName, kept, setAddress]);

  const change = useCallback(
    (apply: Change) => {
      const next = apply(state);
      if (!isSavedView) {
        setKept(next);
        writeJson(columnsStorageKey(workspaceId), next);
      }
      setAddress((now) => withColumns(now, next), { replace: true });
    },
    [state, workspaceId, isSavedView, setAddress],
  );
  return [state, change];
}

function withColumns(address: URLSearchParams, { shown, widths }: ColumnState): URLSearchParams {
  const next = new URLSearchParams(address);
  if (isFirstOrder(shown)) next.delete('columns');
  else next.set('columns', shown.join());
  const written = savedViewIn(next) === undefined ? '' : writeWidths(widths);
  if (written === '') next.delete('widths');
  else next.set('widths', written);
  return next;
}
