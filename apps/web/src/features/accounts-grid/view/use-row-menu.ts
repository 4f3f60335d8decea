import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Account } from '../data/account.ts';

export type RowMenu = {
  account: Account;
  /** Where it opens, in pixels of the window. */
  point: { x: number; y: number };
  /** The cell whose value is edited in place of the menu. */
  edited?: HTMLElement | undefined;
  /** Another one for each time that it is opened. */
  key: number;
};

/** The cells that are edited by F2 or a double click. */
const EDITED =
  '[data-column="name"], [data-column="owner"], [data-column="note"], [data-column="tags"]';

/**
 * Opens the menu of a row, by the secondary button or by keyboard, or edits a cell. Links in cells keep the
 * browser's own menu.
 */
export function useRowMenu(rowAt: (index: number) => Account | undefined) {
  const [menu, setMenu] = useState<RowMenu>();
  const open = (event: KeyboardEvent | MouseEvent, edits?: string) => {
    const target = event.target as Element;
    if (target.closest(edits ? 'a' : 'a[data-cell-link]') !== null) return;
    const cell = target.closest<HTMLElement>(edits ?? '[role="gridcell"], [role="rowheader"]');
    const index = cell?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    const account = index === undefined ? undefined : rowAt(Number(index));
    if (cell === null || account === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const { clientX: x = 0, clientY: y = 0 } = event as MouseEvent;
    const edited = edits ? cell : undefined;
    setMenu((now) => ({ account, point: { x, y }, edited, key: (now?.key ?? 0) + 1 }));
  };
  return {
    menu,
    rowMenuEvents: {
      onContextMenu: (event: MouseEvent) => open(event),
      onDoubleClick: (event: MouseEvent) => open(event, EDITED),
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (event.key === 'F2') open(event, EDITED);
      },
    },
  };
}
