import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readView, writeView, type AccountsView } from './accounts-view.ts';

type Change = (view: AccountsView) => AccountsView;

/**
 * The view in the page's address, and a function to change it. The object stays the same until the
 * address names another view.
 *
 * Not part of `accounts-view.ts`, which the head script imports: it must not load React.
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
