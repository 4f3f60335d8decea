import type { GridColumn } from '../grid-column.ts';
import { HEADER_HEIGHT } from '../grid-dimensions.ts';
import { HEADER_ROW, type GridPosition } from './grid-position.ts';

/** The cell that an element of the grid is in, or undefined when it is in none. */
export function positionOf(
  element: Element,
  grid: HTMLElement,
  columns: readonly Pick<GridColumn<never>, 'id'>[],
): GridPosition | undefined {
  if (!grid.contains(element)) return undefined;
  const cell = element.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  if (!cell || row === undefined) return undefined;
  const column = columns.findIndex(({ id }) => id === cell.dataset['column']);
  return { row: Number(row), column: Math.max(0, column) };
}

/** Pixels. */
export const rowHeightOf = (grid: HTMLElement): number => Number(grid.dataset['rowHeight']);

/** Focuses the cell, or the one control that a header cell and the last row consist of. */
export function focusPosition(grid: HTMLElement, { row, column }: GridPosition): void {
  const cells = grid.querySelectorAll<HTMLElement>(`[data-row="${row}"] > [data-column]`);
  const cell = cells[Math.min(column, cells.length - 1)];
  const control = cell?.querySelector<HTMLElement>(':scope > button');
  (control ?? cell)?.focus({ preventScroll: true });
}

/**
 * The position, or the one in its column that is nearest to it of the rows in view; for one in the
 * header the start of the first row.
 */
export function nearestInView(grid: HTMLElement, { row, column }: GridPosition): GridPosition {
  const rowHeight = rowHeightOf(grid);
  const first = Math.ceil(grid.scrollTop / rowHeight);
  if (row === HEADER_ROW) return { row: first, column: 0 };
  const bottom = grid.scrollTop + grid.clientHeight - HEADER_HEIGHT;
  const last = Math.max(first, Math.floor(bottom / rowHeight) - 1);
  return { row: Math.min(Math.max(row, first), last), column };
}

/**
 * Scrolls no further than needed to bring the cell into view, clear of header and frozen column.
 */
export function scrollToPosition(
  grid: HTMLElement,
  position: GridPosition,
  frozenWidth: number,
): void {
  scrollToRow(grid, position.row);
  const cell = grid.querySelectorAll<HTMLElement>(`[data-row="${position.row}"] > [data-column]`)[
    position.column
  ];
  if (cell === undefined || (frozenWidth > 0 && position.column === 0)) return;
  const left = cell.offsetLeft;
  const right = left + cell.offsetWidth;
  if (left - frozenWidth < grid.scrollLeft) grid.scrollLeft = left - frozenWidth;
  else if (right > grid.scrollLeft + grid.clientWidth) {
    // A cell wider than the view shows its beginning.
    grid.scrollLeft = Math.min(right - grid.clientWidth, left - frozenWidth);
  }
}

/** Scrolls the whole content of the active cell into view, as far as the cell itself stays there. */
export function revealWhole(grid: HTMLElement, frozenWidth: number): void {
  const whole = grid.querySelector<HTMLElement>('[data-state="expanded"] > div');
  const cell = whole?.parentElement;
  if (!whole || !cell) return;
  const hidden =
    whole.getBoundingClientRect().right - grid.getBoundingClientRect().left - grid.clientWidth;
  const room = cell.offsetLeft - frozenWidth - grid.scrollLeft;
  if (hidden > 0 && room > 0) grid.scrollLeft += Math.min(hidden, room);
}

function scrollToRow(grid: HTMLElement, row: number): void {
  if (row === HEADER_ROW) return;
  const rowHeight = rowHeightOf(grid);
  const top = row * rowHeight;
  const viewHeight = grid.clientHeight - HEADER_HEIGHT;
  if (top < grid.scrollTop) grid.scrollTop = top;
  else if (top + rowHeight > grid.scrollTop + viewHeight) {
    grid.scrollTop = top + rowHeight - viewHeight;
  }
}
