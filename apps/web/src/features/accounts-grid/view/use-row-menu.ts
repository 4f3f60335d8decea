import { useState, type MouseEvent } from 'react';
import type { Account } from '../data/account.ts';

export type RowMenu = {
  account: Account;
  /** Where it opens, in pixels of the window. */
  point: { x: number; y: number };
  /** Another one for each time that it is opened. */
  key: number;
};

/** Opens the menu of a row, by the secondary button or by keyboard. Links in cells keep the browser's own menu. */
export function useRowMenu(rowAt: (index: number) => Account | undefined) {
  const [menu, setMenu] = useState<RowMenu>();
  const onContextMenu = (event: MouseEvent) => {
    const target = event.target as Element;
    if (target.closest('a[data-cell-link]') !== null) return;
    const cell = target.closest('[role="gridcell"], [role="rowheader"]');
    const index = cell?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    const account = index === undefined ? undefined : rowAt(Number(index));
    if (account === undefined) return;
    event.preventDefault();
    const point = { x: event.clientX, y: event.clientY };
    setMenu((now) => ({ account, point, key: (now?.key ?? 0) + 1 }));
  };
  return { menu, onContextMenu };
}
