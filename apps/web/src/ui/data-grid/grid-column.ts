import type { ReactNode } from 'react';

export type SortOrder = 'ASC' | 'DESC';

/** The hint for a pointer resting on a cell, and the range of the cell that it is about. */
export type CellHint = {
  text: string;
  /** Pixels from the left edge of the cell. */
  from: number;
  to: number;
};

/** A column of a data grid (specification part 2, section 3, 'Column definition'). */
export type GridColumn<Row> = {
  id: string;
  label: string;
  icon: ReactNode;
  /**
   * The specification's name of the column; the header of a read-only column shows it. No cell is edited in
   * the grid.
   */
  access: 'EDITABLE' | 'READ_ONLY';
  /** Stays at the left while the others scroll. Only the first column may. */
  frozen: boolean;
  movable: boolean;
  removable: boolean;
  sortable: boolean;
  /** In which order the grid is sorted by this column, if it is. */
  sortOrder: SortOrder | undefined;
  width: number;
  /** Its cells name their rows. */
  namesRow?: boolean;
  render: (row: Row) => ReactNode;
  /** Everything that the cell contains, shown over it while it is active; `render` where absent. */
  renderWhole?: (row: Row) => ReactNode;
  /** `x` is in pixels from the left edge of the cell, which is `width` wide. */
  hint?: (row: Row, x: number, width: number) => string | CellHint | undefined;
  /** The content reaches to the edges of the cell and is cut at its left, not at its right. */
  isFlush?: boolean;
  /** The only column, as wide as the grid. */
  fills?: boolean;
  /** In a narrow grid it is no wider than the first column leaves: its end matters most. */
  shrinks?: boolean;
  /** In a wider grid, the width in pixels down to which it shrinks if all columns fit then. */
  shrinksTo?: number;
};

/** Whether the column and its neighbour on that side (-1 left, 1 right) can change places. */
export function canMove(
  columns: readonly Pick<GridColumn<never>, 'movable'>[],
  index: number,
  step: -1 | 1,
): boolean {
  return columns[index]?.movable === true && columns[index + step]?.movable === true;
}
