import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { GridCursor } from '../focus/use-grid-cursor.ts';
import type { StoredTabStop } from '../focus/use-tab-stop.ts';

/** The scroll position and tab stop of a grid, for restoring them later. */
export type GridScrollPosition = {
  /** The scroll position, in pixels. */
  top: number;
  left: number;
  stop: StoredTabStop;
  hadFocus: boolean;
};

type Options = {
  scroller: RefObject<HTMLElement | null>;
  /**
   * The position to show, as soon as the rows are rendered; focused where it was, if nothing has the focus.
   */
  earlier: GridScrollPosition | undefined;
  /** The rows have been loaded, and there are some. */
  hasRows: boolean;
  cursor: GridCursor;
  /** Receives the user's position when the grid or the page unmounts. */
  onLeave: ((position: GridScrollPosition) => void) | undefined;
};

export function useGridScrollPosition({
  scroller,
  earlier,
  hasRows,
  cursor,
  onLeave,
}: Options): void {
  const awaited = useRef(earlier);
  const latest = useRef({ cursor, onLeave });
  useLayoutEffect(() => {
    latest.current = { cursor, onLeave };
    const position = awaited.current;
    if (position === undefined || !hasRows || scroller.current === null) return;
    awaited.current = undefined;
    restoreScroll(scroller.current, position);
    if (position.hadFocus && document.activeElement === document.body) cursor.takeFocus();
  });
  // A layout effect, since the element must still be in the page to read its scroll position.
  useLayoutEffect(() => {
    const element = scroller.current;
    const leave = () => {
      const { kept, hasFocus } = latest.current.cursor;
      const { scrollTop: top = 0, scrollLeft: left = 0 } = element ?? {};
      // A position that was never shown is still the one to come back to.
      const here = awaited.current ?? { top, left, stop: kept, hadFocus: hasFocus };
      latest.current.onLeave?.(here);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [scroller]);
}

function restoreScroll(grid: HTMLElement, { top, left }: GridScrollPosition): void {
  grid.scrollTop = top;
  grid.scrollLeft = left;
}
