import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { CellState } from '../grid-cell.tsx';
import type { GridColumn } from '../grid-column.ts';
import {
  focusPosition,
  positionOf,
  revealWhole,
  rowHeightOf,
  scrollToPosition,
} from './grid-focus.ts';
import { HEADER_HEIGHT } from '../grid-dimensions.ts';
import type { GridPosition } from './grid-position.ts';
import type { StopInRow } from '../grid-row.tsx';
import { useTabStop, type GridRows, type StoredTabStop } from './use-tab-stop.ts';

type CursorOptions<Row> = {
  scroller: RefObject<HTMLElement | null>;
  columns: readonly GridColumn<Row>[];
  rows: GridRows<Row>;
  /** The row that adds another, which is one cell. */
  addRow: number | undefined;
  /** The width of the other columns that the frozen column covers, in pixels. */
  frozenWidth: number;
  /** The initial position of the tab stop. */
  earlier: StoredTabStop | undefined;
};

export type GridCursor = {
  /** The grid's one tab stop. */
  stop: GridPosition;
  kept: StoredTabStop;
  hasFocus: boolean;
  /** The state of the tab stop's cell; the same object until it changes. */
  stopInRow: StopInRow;
  /** Escape was pressed on the cells: Tab moves to the element after the grid. */
  hasLeft: boolean;
  /** Moves the stop, and the focus with it. */
  goTo: (position: GridPosition) => void;
  /** Focuses the stop. */
  takeFocus: () => void;
  /** Closes the whole content of the stop's cell. */
  fold: () => void;
  leave: () => void;
  /** For the grid's element. */
  events: {
    onFocus: (event: FocusEvent<HTMLDivElement>) => void;
    onBlur: (event: FocusEvent<HTMLDivElement>) => void;
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
    onPointerLeave: () => void;
  };
};

/**
 * The user's position in a grid. One hook, though long: the stop, the focus and their display change
 * together, and the focus follows the stop only after the cell is drawn.
 */
export function useGridCursor<Row>({
  scroller,
  columns,
  rows,
  addRow,
  frozenWidth,
  earlier,
}: CursorOptions<Row>): GridCursor {
  const [hasFocus, setHasFocus] = useState(false);
  const [stop, setStop, kept] = useTabStop({ columns, rows, addRow, hasFocus }, earlier);
  const [isPressed, setIsPressed] = useState(false);
  const [hasLeft, setHasLeft] = useState(false);
  const [isFolded, setIsFolded] = useState(false);
  const [opensUpwards, setOpensUpwards] = useState(false);
  const goal = useRef<GridPosition>(undefined);

  const moveStop = (position: GridPosition) => {
    setStop(position);
    setIsFolded(false);
    setOpensUpwards(isInLowerHalf(scroller.current, position.row));
  };

  // After the cell is rendered, which may have been far out of view until now.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    if (goal.current !== undefined) {
      const position = goal.current;
      goal.current = undefined;
      scrollToPosition(element, position, frozenWidth);
      focusPosition(element, position);
      revealWhole(element, frozenWidth);
    } else if (hasFocus && document.activeElement === document.body && document.hasFocus()) {
      // The cell that had the focus no longer exists; the one at its position gets it.
      focusPosition(element, stop);
    }
  });

  const state: CellState =
    isPressed && hasFocus ? 'activating' : hasFocus && !hasLeft ? 'active' : 'normal';
  const stopInRow = useMemo(
    () => ({ column: stop.column, state, isFolded, opensUpwards }),
    [stop.column, state, isFolded, opensUpwards],
  );

  return {
    stop,
    kept,
    hasFocus,
    stopInRow,
    hasLeft,
    takeFocus: () => {
      if (scroller.current !== null) focusPosition(scroller.current, stop);
    },
    goTo: (position) => {
      goal.current = position;
      moveStop(position);
      setHasLeft(false);
    },
    fold: () => setIsFolded(true),
    leave: () => setHasLeft(true),
    events: {
      onFocus: ({ target, currentTarget }) => {
        const position = positionOf(target, currentTarget, columns);
        if (position === undefined) return;
        setHasFocus(true);
        setHasLeft(false);
        // The last row is one cell; the column that led there is remembered for going back.
        const column = position.row === addRow ? stop.column : position.column;
        const isThere =
          position.row === stop.row &&
          column === stop.column &&
          kept.addsRow === (position.row === addRow);
        // A stop without a row yet stays with its focused element.
        const isBound = kept.rowKey !== undefined || rows.rowAt(position.row) === undefined;
        if (isThere && isBound) return;
        moveStop({ row: position.row, column });
      },
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        setHasFocus(false);
        setIsFolded(false);
      },
      // Any button: the middle one opens a link too. The pressed element must stay there until the click, so
      // an expanded cell keeps its content.
      onPointerDown: ({ target, currentTarget }) => {
        if ((target as Element).closest('[data-state="expanded"]') !== null) return;
        if (positionOf(target as Element, currentTarget, columns)) setIsPressed(true);
      },
      // After the click that follows: its target must still be the pressed element, such as a link.
      onPointerUp: () => setTimeout(() => setIsPressed(false)),
      onPointerCancel: () => setIsPressed(false),
      onPointerLeave: () => setIsPressed(false),
    },
  };
}

function isInLowerHalf(scroller: HTMLElement | null, row: number): boolean {
  if (scroller === null || row < 1) return false;
  const middle = scroller.scrollTop + (scroller.clientHeight - HEADER_HEIGHT) / 2;
  return row * rowHeightOf(scroller) > middle;
}
