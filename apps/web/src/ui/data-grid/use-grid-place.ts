import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { GridCursor } from './use-grid-cursor.ts';
import type { KeptStop } from './use-tab-stop.ts';

/** Where a person is in a grid, to be there again later. */
export type GridPlace = {
  /** How far it is scrolled, in pixels. */
  top: number;
  left: number;
  stop: KeptStop;
  hadFocus: boolean;
};

type Options = {
  scroller: RefObject<HTMLElement | null>;
  /** The place to show, as soon as the rows stand; focused where it was, if nothing has the focus. */
  earlier: GridPlace | undefined;
  loading: boolean;
  cursor: GridCursor;
  /** Told where the person is when the grid goes. */
  onLeave: ((place: GridPlace) => void) | undefined;
};

/** Shows a grid where a person left it. */
export function useGridPlace({ scroller, earlier, loading, cursor, onLeave }: Options): void {
  const awaited = useRef(earlier);
  const latest = useRef({ cursor, onLeave });
  useLayoutEffect(() => {
    latest.current = { cursor, onLeave };
    const place = awaited.current;
    if (place === undefined || loading || scroller.current === null) return;
    awaited.current = undefined;
    scrollToPlace(scroller.current, place);
    if (place.hadFocus && document.activeElement === document.body) cursor.takeFocus();
  });
  // Of the layout, as the element must still stand to know how far it is scrolled.
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => {
      const { kept, hasFocus } = latest.current.cursor;
      const { scrollTop: top = 0, scrollLeft: left = 0 } = element ?? {};
      latest.current.onLeave?.({ top, left, stop: kept, hadFocus: hasFocus });
    };
  }, [scroller]);
}

function scrollToPlace(grid: HTMLElement, { top, left }: GridPlace): void {
  grid.scrollTop = top;
  grid.scrollLeft = left;
}
