import {
  measureElement,
  observeElementRect,
  useVirtualizer,
  type Rect,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useCallback, type RefObject } from 'react';

export type VirtualRowsOptions = {
  scroller: RefObject<HTMLElement | null>;
  /** Stable over changes of the list, so that a row stays at its position on screen. */
  keys: readonly string[];
  /** The height of a row before it has been drawn, in pixels. */
  estimate: (index: number) => number;
  /** The row that is rendered even out of view, so that it does not lose the focus. */
  kept?: number | undefined;
  /**
   * The height of the content that scrolls above the first row, in pixels; part of each row's
   * start.
   */
  scrollMargin?: number | undefined;
  /**
   * The height of the element that covers the top of the scroller, in pixels; a row scrolled to is below it.
   */
  scrollPaddingStart?: number | undefined;
};

export type VirtualRows = Virtualizer<HTMLElement, HTMLElement>;

const OVERSCAN = 8;

/**
 * Renders only the visible rows of a long list with rows of different heights. Rows that are added
 * or removed above the view do not move it.
 */
export function useVirtualRows({
  scroller,
  keys,
  estimate,
  kept,
  scrollMargin = 0,
  scrollPaddingStart = 0,
}: VirtualRowsOptions): VirtualRows {
  // With a new function, every render would compute the position of every row again.
  const getItemKey = useCallback((index: number) => keys[index] ?? index, [keys]);
  // oxlint-disable-next-line react/incompatible-library -- Nothing here is memoized by a compiler.
  return useVirtualizer<HTMLElement, HTMLElement>({
    count: keys.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize: estimate,
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingStart,
    anchorTo: 'end',
    // Until the scroller has a size, that of the window.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect: Rect) => {
        if (rect.height > 0) report(rect);
      }),
    measureElement: (element, entry, instance) =>
      measureElement(element, entry, instance) || estimate(instance.indexFromElement(element)),
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const indexes = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
      if (kept === undefined || kept >= count || (kept >= first && kept <= last)) return indexes;
      return kept < first ? [kept, ...indexes] : [...indexes, kept];
    },
  });
}
