import { clsx } from 'clsx';
import { useDeferredValue, useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { GridColumn } from './grid-column.ts';
import { OVERSCAN } from './grid-dimensions.ts';
import { GridRow, type StopInRow } from './grid-row.tsx';
import type { RowSelection } from './row-selection.ts';
import { rowsToDraw, rowWindow, type RowWindow } from './scroll/row-window.ts';
import { createScrollSpeed, ScrollSpeedContext, type ScrollSpeed } from './scroll/scroll-speed.ts';
import type { GridRows } from './focus/use-tab-stop.ts';

export type GridBodyProps<Row> = GridRows<Row> & {
  scroller: RefObject<HTMLElement | null>;
  /** The initial scroll position, in pixels. */
  initialTop: number;
  viewHeight: number;
  /** Pixels. */
  rowHeight: number;
  columns: readonly GridColumn<Row>[];
  /** The row of the tab stop; it stays drawn wherever the grid is scrolled, so that focus lasts. */
  stopRow: number;
  stop: StopInRow;
  frozen: boolean;
  /** The rows are about to make way for others. */
  isStale: boolean;
  selection: RowSelection | undefined;
  onWindowChange: ((window: RowWindow) => void) | undefined;
};

/** The rows in view and a few around them. Scrolling redraws this alone. */
export function GridBody<Row>({
  scroller,
  initialTop,
  viewHeight,
  rowHeight,
  columns,
  rowCount,
  rowAt,
  rowKey,
  stopRow,
  stop,
  frozen,
  isStale,
  selection,
  onWindowChange,
}: GridBodyProps<Row>) {
  const [speed] = useState(createScrollSpeed);
  const { first, end } = useRowWindow({
    scroller,
    initialTop,
    viewHeight,
    rowCount,
    rowHeight,
    speed,
  });
  useEffect(() => onWindowChange?.({ first, end }), [onWindowChange, first, end]);

  const kept = stopRow >= 0 && stopRow < rowCount ? stopRow : undefined;
  return (
    <ScrollSpeedContext value={speed}>
      <div
        role="rowgroup"
        className={clsx('relative', isStale && 'animate-dim-late')}
        style={{ height: rowCount * rowHeight }}
      >
        {rowsToDraw({ first, end }, kept).map((index) => {
          const row = rowAt(index);
          return (
            <GridRow
              key={row === undefined ? index : rowKey(row)}
              index={index}
              height={rowHeight}
              row={row}
              columns={columns}
              stop={index === stopRow ? stop : undefined}
              frozen={frozen}
              isSelected={row === undefined ? undefined : selection?.isSelected(rowKey(row))}
            />
          );
        })}
      </div>
    </ScrollSpeedContext>
  );
}

type RowWindowOptions = {
  scroller: RefObject<HTMLElement | null>;
  initialTop: number;
  viewHeight: number;
  rowCount: number;
  rowHeight: number;
  speed: ScrollSpeed;
};

function useRowWindow({
  scroller,
  initialTop,
  viewHeight,
  rowCount,
  rowHeight,
  speed,
}: RowWindowOptions): RowWindow {
  const [scrollTop, setScrollTop] = useState(initialTop);
  // Not a layout effect: a child's would run before the parent's element is known.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const follow = ({ timeStamp }: Event) => {
      const { scrollTop } = element;
      speed.note(scrollTop, timeStamp);
      // In this very frame, so that no frame shows rows that are not drawn yet. In whole rows: less draws nothing new.
      flushSync(() => setScrollTop(Math.floor(scrollTop / rowHeight) * rowHeight));
    };
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [scroller, speed, rowHeight]);
  // Rows out of view are rendered after those in view.
  const overscan = useDeferredValue(OVERSCAN, 0);
  return rowWindow(scrollTop, viewHeight + rowHeight, rowCount, overscan, rowHeight);
}
