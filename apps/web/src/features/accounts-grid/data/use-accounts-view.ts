import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readView, writeView, type AccountsView } from './accounts-view.ts';

type Change = (view: AccountsView) => AccountsView;

/**
 * The view that the address names, the same object until it names another, and how to change it.
 */
export function useAccountsView(): [AccountsView, (change: Change) => void] {
  const [address, setAddress] = useSearchParams();
  const key = JSON.stringify(readView(address));
  const view = useMemo(() => JSON.parse(key) as AccountsView, [key]);
  const change = useCallback(
    (apply: Change) => setAddress((now) => writeView(now, apply(readView(now))), { replace: true }),
    [setAddress],
  );
  return [view, change];
}
