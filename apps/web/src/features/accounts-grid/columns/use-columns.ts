import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readJson, writeJson } from '../../../lib/storage.ts';
import { columnsStorageKey } from '../data/relationship-fields.ts';
import {
  FIRST_COLUMN_STATE,
  isFirstOrder,
  readColumnState,
  readShown,
  type ColumnState,
} from './column-state.ts';

type Change = (state: ColumnState) => ColumnState;

/**
 * The columns of a workspace's grid. What the address names wins; else they are as they were left.
 * A change goes to both, so that the address can be passed on and the next visit finds it again.
 */
export function useColumns(workspaceId: string): [ColumnState, (change: Change) => void] {
  const [address, setAddress] = useSearchParams();
  const [kept, setKept] = useState(
    () => readJson(columnsStorageKey(workspaceId), readColumnState) ?? FIRST_COLUMN_STATE,
  );
  const named = address.get('columns');
  const state = useMemo(() => ({ ...kept, shown: readShown(named) ?? kept.shown }), [kept, named]);

  // Columns that were only remembered are put into the address as well.
  const lacksName = named === null && !isFirstOrder(kept.shown);
  useEffect(() => {
    if (lacksName) setAddress((now) => withColumns(now, kept), { replace: true });
  }, [lacksName, kept, setAddress]);

  const change = useCallback(
    (apply: Change) => {
      const next = apply(state);
      setKept(next);
      writeJson(columnsStorageKey(workspaceId), next);
      setAddress((now) => withColumns(now, next), { replace: true });
    },
    [state, workspaceId, setAddress],
  );
  return [state, change];
}

function withColumns(address: URLSearchParams, { shown }: ColumnState): URLSearchParams {
  const next = new URLSearchParams(address);
  if (isFirstOrder(shown)) next.delete('columns');
  else next.set('columns', shown.join(','));
  return next;
}
