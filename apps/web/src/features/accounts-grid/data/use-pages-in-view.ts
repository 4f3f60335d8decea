import { useCallback, useMemo, useState } from 'react';
import type { RowWindow } from '../../../ui/data-grid/row-window.ts';

/**
 * The pages that hold the rows in view, always the first, and once somebody scrolls one to either
 * side. The second value is to be told of every window of rows; only one that asks for other pages
 * makes anything be drawn again.
 */
export function usePagesInView(
  pageSize: number,
  total: number,
): [pages: readonly number[], onWindowChange: (window: RowWindow) => void] {
  const [{ from, to }, setSpan] = useState({ from: 0, to: 0 });
  const onWindowChange = useCallback(
    (window: RowWindow) => {
      const next = pagesAround(window, pageSize);
      setSpan((was) => (was.from === next.from && was.to === next.to ? was : next));
    },
    [pageSize],
  );
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  const end = Math.min(to, last);
  const pages = useMemo(() => {
    const around = Array.from({ length: Math.max(1, end - from + 1) }, (_, at) => from + at);
    return from === 0 ? around : [0, ...around];
  }, [from, end]);
  return [pages, onWindowChange];
}

function pagesAround({ first, end }: RowWindow, pageSize: number): { from: number; to: number } {
  const ahead = first === 0 ? 0 : 1;
  return {
    from: Math.max(0, Math.floor(first / pageSize) - ahead),
    to: Math.floor(Math.max(first, end - 1) / pageSize) + ahead,
  };
}
