import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { clsx } from 'clsx';
import { columnWidthVariable, type CellState } from './grid-cell.tsx';
import type { GridColumn } from './grid-column.ts';
import { GridBody } from './grid-body.tsx';
import { GridHeader } from './grid-header.tsx';
import { GridHint } from './grid-hint.tsx';
import { FROZEN_FROM_WIDTH, HEADER_HEIGHT, ROW_HEIGHT } from './grid-measures.ts';
import { HEADER_ROW, nextPosition, type GridPosition } from './grid-position.ts';
import type { ColumnActions } from './header-cell.tsx';
import { LastRow } from './last-row.tsx';
import type { RowWindow } from './row-window.ts';
import { focusPosition, positionOf, scrollToPosition } from './grid-focus.ts';
import { useTabStop, type GridRows } from './use-tab-stop.ts';
import { useViewport } from './use-viewport.ts';

export type DataGridProps<Row> = GridRows<Row> & {
  /** Names the grid for screen readers. */
  label: string;
  /** As shown, from the left. */
  columns: readonly GridColumn<Row>[];
  actions: ColumnActions;
  /** The rows are stand-ins for such as are on their way, and so is their number. */
  loading?: boolean | undefined;
  /** The row under the last one, which adds another. */
  lastRow?: { label: string; onActivate: () => void } | undefined;
  /** Ctrl+Enter, or Space on the cell that names the row. */
  onOpen?: ((row: Row) => void) | undefined;
  onWindowChange?: ((window: RowWindow) => void) | undefined;
  /** Other rows altogether when this changes: the grid is shown from its top again. */
  resetKey?: string;
  className?: string | undefined;
};

/**
 * A grid of the WAI-ARIA pattern with a single tab stop, of which only the rows in view are drawn.
 * Arrow keys, Tab, Enter, Home, End, Page Up and Page Down move between cells; Escape leaves them,
 * after which Tab goes on to what follows the grid.
 */
export function DataGrid<Row>({
  label,
  columns,
  actions,
  rowCount,
  rowAt,
  rowKey,
  indexOf,
  loading = false,
  lastRow,
  onOpen,
  onWindowChange,
  resetKey,
  className,
}: DataGridProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const viewport = useViewport(scroller);
  // A frozen column that leaves the others no room would hide them for good.
  const frozen =
    viewport.width >= FROZEN_FROM_WIDTH && (columns[0]?.width ?? 0) <= viewport.width / 2;
  const addRow = lastRow === undefined ? undefined : rowCount;
  const rowTotal = rowCount + (lastRow === undefined ? 0 : 1);
  const rows = { rowCount, rowAt, rowKey, indexOf };
  const [stop, setStop] = useTabStop(columns, rows, rowTotal - 1);

  const [hasFocus, setHasFocus] = useState(false);
  const [isPressed, setIsPressed] = useState(false);
  const [hasLeft, setHasLeft] = useState(false);
  const [isFolded, setIsFolded] = useState(false);
  const [opensUpwards, setOpensUpwards] = useState(false);
  const descriptionId = useId();
  const frozenWidth = frozen && columns[0]?.frozen ? columns[0].width : 0;
  const goal = useRef<GridPosition>(undefined);

  const moveStop = (position: GridPosition) => {
    setStop(position);
    setIsFolded(false);
    setOpensUpwards(isInLowerHalf(scroller.current, position.row));
  };
  const goTo = (position: GridPosition) => {
    goal.current = position;
    moveStop(position);
    setHasLeft(false);
  };

  const hide = (columnId: string) => {
    const index = columns.findIndex(({ id }) => id === columnId);
    actions.hide(columnId);
    // The header that had the focus goes; the one that takes its place gets it.
    goTo({ row: HEADER_ROW, column: Math.min(index, columns.length - 2) });
  };

  // After the cell stands, which may have been far out of view until now.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    if (goal.current !== undefined) {
      const position = goal.current;
      goal.current = undefined;
      scrollToPosition(element, position, frozenWidth);
      focusPosition(element, position);
    } else if (hasFocus && document.activeElement === document.body && document.hasFocus()) {
      // What had the focus is gone; its place takes over.
      focusPosition(element, stop);
    }
  });

  const shownKey = useRef(resetKey);
  useEffect(() => {
    if (shownKey.current === resetKey) return;
    shownKey.current = resetKey;
    scroller.current?.scrollTo({ top: 0 });
  }, [resetKey]);

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    // Menus opened from the header are elsewhere in the document, though React's events pass here.
    if (!event.currentTarget.contains(target) || target.closest('[data-resize-handle]')) return;
    const isInside = target !== cellElement(target);
    const isWidget = stop.row === HEADER_ROW || stop.row === addRow;
    if (!isWidget && isInside) {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      return focusPosition(event.currentTarget, stop);
    }
    if (event.key === 'Escape') {
      // A first press closes the whole content, a second one leaves the cells.
      if (!isFolded && target.dataset['state'] === 'expanded') setIsFolded(true);
      else setHasLeft(true);
      return;
    }
    if (hasLeft && event.key === 'Tab') return;
    if (isWidget && (event.key === 'Enter' || event.key === ' ')) return;
    if (!isWidget && opensRow(event, columns[stop.column])) {
      event.preventDefault();
      const row = rowAt(stop.row);
      if (row !== undefined) onOpen?.(row);
      return;
    }
    if (event.key === 'F2') {
      target.querySelector<HTMLElement>('a, button')?.focus();
      return;
    }
    const pageRows = Math.max(1, Math.floor((viewport.height - HEADER_HEIGHT) / ROW_HEIGHT) - 1);
    const extent = { rows: rowTotal, columns: columns.length, pageRows, undividedRow: addRow };
    const next = nextPosition(stop, event, extent);
    if (next === undefined || next === 'leave') return;
    event.preventDefault();
    event.stopPropagation();
    goTo(next);
  };

  const handleFocus = (event: FocusEvent<HTMLDivElement>) => {
    const position = positionOf(event.target, event.currentTarget, columns);
    if (position === undefined) return;
    setHasFocus(true);
    setHasLeft(false);
    // The last row is one cell; the column that led there is kept for the way back.
    const isSameColumn = position.row === addRow || position.column === stop.column;
    if (position.row === stop.row && isSameColumn) return;
    moveStop(position);
  };
  const handleBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setHasFocus(false);
    setIsFolded(false);
  };
  const handlePress = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    if (positionOf(event.target as Element, event.currentTarget, columns)) setIsPressed(true);
  };

  const state: CellState =
    isPressed && hasFocus ? 'activating' : hasFocus && !hasLeft ? 'active' : 'normal';
  const stopInRow = useMemo(
    () => ({ column: stop.column, state, isFolded, opensUpwards }),
    [stop.column, state, isFolded, opensUpwards],
  );

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-describedby={descriptionId}
      aria-rowcount={loading ? -1 : rowTotal + 1}
      aria-colcount={columns.length}
      aria-readonly="true"
      aria-busy={loading || undefined}
      className={clsx('relative overflow-auto overscroll-contain bg-canvas', className)}
      style={widthVariables(columns)}
      onKeyDownCapture={handleKey}
      onFocus={handleFocus}
      onBlur={handleBlur}
      onPointerDown={handlePress}
      // After the click that follows: its target must still be what was pressed, such as a link.
      onPointerUp={() => setTimeout(() => setIsPressed(false))}
      onPointerCancel={() => setIsPressed(false)}
      onPointerLeave={() => setIsPressed(false)}
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
        viewHeight={viewport.height}
        columns={columns}
        stopRow={stop.row}
        stop={stopInRow}
        frozen={frozen}
        onWindowChange={onWindowChange}
      />
      {lastRow === undefined ? null : (
        <LastRow
          {...lastRow}
          index={rowCount}
          columnCount={columns.length}
          isTabStop={stop.row === addRow}
        />
      )}
      <span id={descriptionId} hidden>
        Press Escape, then Tab, to leave the grid.
      </span>
      <GridHint scroller={scroller} columns={columns} rowAt={rowAt} />
    </div>
  );
}

function cellElement(target: Element): Element | null {
  return target.closest('[data-column]');
}

function opensRow<Row>(event: KeyboardEvent, column: GridColumn<Row> | undefined): boolean {
  if (event.key === ' ') return column?.namesRow === true;
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey);
}

function isInLowerHalf(scroller: HTMLElement | null, row: number): boolean {
  if (scroller === null || row < 1) return false;
  const middle = scroller.scrollTop + (scroller.clientHeight - HEADER_HEIGHT) / 2;
  return row * ROW_HEIGHT > middle;
}

function widthVariables(columns: readonly GridColumn<never>[]): CSSProperties {
  return Object.fromEntries(
    columns.map(({ id, width }) => [columnWidthVariable(id), `${width}px`]),
  ) as CSSProperties;
}
