import { clsx } from 'clsx';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  type CSSProperties,
  type MouseEvent,
  type Ref,
} from 'react';
import { nearestInView } from './focus/grid-focus.ts';
import { GridBody } from './grid-body.tsx';
import { columnWidthVariable } from './grid-cell.tsx';
import type { GridColumn } from './grid-column.ts';
import { GridHeader } from './header/grid-header.tsx';
import { GridHint } from './focus/grid-hint.tsx';
import { FROZEN_FROM_WIDTH, HEADER_HEIGHT, ROW_HEIGHT } from './grid-dimensions.ts';
import { HEADER_ROW } from './focus/grid-position.ts';
import type { ColumnActions } from './header/header-cell.tsx';
import { LastRow } from './last-row.tsx';
import { handleGridKey } from './focus/handle-grid-key.ts';
import type { RowWindow } from './scroll/row-window.ts';
import { type GridCursor, useGridCursor } from './focus/use-grid-cursor.ts';
import {
  useGridScrollPosition,
  type GridScrollPosition,
} from './scroll/use-grid-scroll-position.ts';
import type { GridRows } from './focus/use-tab-stop.ts';
import { useViewport } from './scroll/use-viewport.ts';
import type { RowSelection } from './row-selection.ts';
import { useShrunkColumns } from './use-shrunk-columns.ts';

export type GridHandle = {
  /** Focuses the row that the tab stop is on or, where that is out of view, the nearest to it. */
  focus: () => void;
};

export type DataGridProps<Row> = GridRows<Row> & {
  ref?: Ref<GridHandle>;
  /** Names the grid for screen readers. */
  label: string;
  /** The visible columns, from the left. */
  columns: readonly GridColumn<Row>[];
  /** Pixels; the rows of a grid are equally high. */
  rowHeight?: number | undefined;
  actions: ColumnActions;
  /** The rows, and their number, are placeholders for rows that are being loaded. */
  loading?: boolean | undefined;
  /** The rows are shown while others load: they are dimmed once that takes long. */
  stale?: boolean | undefined;
  /** The row under the last one, which adds another. */
  lastRow?: { label: string; onActivate: () => void } | undefined;
  /** Ctrl+Enter, or Space on the cell that names the row. */
  onOpen?: ((row: Row) => void) | undefined;
  onWindowChange?: ((window: RowWindow) => void) | undefined;
  /** Rows can be selected, by a box at their start and by keyboard. */
  selection?: RowSelection | undefined;
  /** Other rows altogether when this changes: the grid is shown from its top again. */
  resetKey?: string;
  scrollPosition?: GridScrollPosition | undefined;
  /** Receives the user's position when the grid unmounts. */
  onLeave?: ((position: GridScrollPosition) => void) | undefined;
  className?: string | undefined;
};

/**
 * A grid of the WAI-ARIA pattern with a single tab stop, which draws only the rows in view. Arrow keys, Tab,
 * Enter, Home, End, Page Up and Page Down move between cells. Escape leaves the cells; Tab then moves to the
 * element after the grid.
 */
export function DataGrid<Row>({
  ref,
  label,
  columns: given,
  rowHeight = ROW_HEIGHT,
  actions,
  rowCount,
  rowAt,
  rowKey,
  indexOf,
  loading = false,
  stale = false,
  lastRow,
  onOpen,
  onWindowChange,
  selection,
  resetKey,
  scrollPosition,
  onLeave,
  className,
}: DataGridProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const viewport = useViewport(scroller);
  const columns = useShrunkColumns(given, viewport.width);
  // A frozen column as wide as the grid would hide the others permanently.
  const frozen =
    viewport.width >= FROZEN_FROM_WIDTH && (columns[0]?.width ?? 0) <= viewport.width / 2;
  const addRow = lastRow === undefined ? undefined : rowCount;
  const rowTotal = rowCount + (lastRow === undefined ? 0 : 1);
  const rows = { rowCount, rowAt, rowKey, indexOf };
  const descriptionId = useId();
  const frozenWidth = frozen && columns[0]?.frozen ? columns[0].width : 0;
  const earlier = scrollPosition?.stop;
  const cursor = useGridCursor({ scroller, columns, rows, addRow, frozenWidth, earlier });
  const { stop } = cursor;
  const extent = {
    rows: rowTotal,
    columns: columns.length,
    pageRows: Math.max(1, Math.floor((viewport.height - HEADER_HEIGHT) / rowHeight) - 1),
    undividedRow: addRow,
  };

  const hide = (columnId: string) => {
    const index = columns.findIndex(({ id }) => id === columnId);
    actions.hide(columnId);
    // The header that had the focus is removed; the one at its position gets it.
    cursor.goTo({ row: HEADER_ROW, column: Math.min(index, columns.length - 2) });
  };

  useImperativeHandle(ref, () => ({
    focus: () => {
      if (scroller.current !== null) cursor.goTo(nearestInView(scroller.current, stop));
    },
  }));
  const hasRows = !loading && rowCount > 0;
  useGridScrollPosition({ scroller, earlier: scrollPosition, hasRows, cursor, onLeave });

  const shownKey = useRef(resetKey);
  useEffect(() => {
    if (shownKey.current === resetKey) return;
    shownKey.current = resetKey;
    scroller.current?.scrollTo({ top: 0 });
  }, [resetKey]);

  const openRow = () => {
    const row = rowAt(stop.row);
    if (row !== undefined) onOpen?.(row);
  };

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-describedby={descriptionId}
      aria-rowcount={loading ? -1 : rowTotal + 1}
      aria-colcount={columns.length}
      aria-readonly="true"
      aria-multiselectable={selection === undefined ? undefined : true}
      aria-busy={loading || undefined}
      className={clsx('relative overflow-auto overscroll-contain bg-canvas', className)}
      data-row-height={rowHeight}
      style={measures(columns, rowHeight)}
      onKeyDownCapture={(event) => {
        const namesRow = columns[stop.column]?.namesRow === true;
        handleGridKey(event, { cursor, extent, namesRow, openRow, selection });
      }}
      {...cursor.events}
      {...selectBoxEvents(selection, cursor)}
    >
      <GridHeader
        columns={columns}
        actions={{ ...actions, hide }}
        tabStop={stop.row === HEADER_ROW ? stop.column : undefined}
        frozen={frozen}
        showWidth={(columnId, width) =>
          scroller.current?.style.setProperty(columnWidthVariable(columnId), `${width}px`)
        }
      />
      <GridBody
        {...rows}
        scroller={scroller}
        initialTop={hasRows ? (scrollPosition?.top ?? 0) : 0}
        viewHeight={viewport.height}
        rowHeight={rowHeight}
        columns={columns}
        stopRow={stop.row}
        stop={cursor.stopInRow}
        frozen={frozen}
        isStale={stale}
        selection={selection}
        onWindowChange={onWindowChange}
      />
      {lastRow === undefined ? null : (
        <LastRow {...lastRow} index={rowCount} columns={columns} isTabStop={stop.row === addRow} />
      )}
      <span id={descriptionId} hidden>
        Press Escape, then Tab, to leave the grid.
      </span>
      <GridHint scroller={scroller} columns={columns} rowAt={rowAt} />
    </div>
  );
}

/** Selects a row by its box, with Shift all rows up to it. */
function selectBoxEvents(selection: RowSelection | undefined, { goTo, fold }: GridCursor) {
  if (selection === undefined) return undefined;
  return {
    onMouseDown: (event: MouseEvent) => {
      const index = event.button === 0 ? rowOfSelectBox(event.target) : undefined;
      if (index === undefined) return;
      // The cell is focused, not opened: its full content would cover the next rows.
      event.preventDefault();
      goTo({ row: index, column: 0 });
      fold();
      if (event.shiftKey) selection.extend(index, index);
      else selection.toggle(index);
    },
  };
}

/** The index of the row with a pressed selection box. */
function rowOfSelectBox(target: EventTarget): number | undefined {
  const box = (target as Element).closest('[data-select]');
  const row = box?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return row === undefined ? undefined : Number(row);
}

/** The widths of the columns and the height of the rows, as variables. */
const measures = (columns: readonly GridColumn<never>[], rowHeight: number): CSSProperties =>
  Object.fromEntries([
    ['--spacing-row', `${rowHeight}px`],
    ...columns.map(({ id, width }) => [columnWidthVariable(id), `${width}px`]),
  ]) as CSSProperties;
