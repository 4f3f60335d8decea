/** The selected rows of a grid and their changes; indexes are those of the grid. */
export type RowSelection = {
  isSelected: (rowKey: string) => boolean;
  isEmpty: boolean;
  /** Selects a row, or deselects it. */
  toggle: (index: number) => void;
  /** Selects the rows from where the last change was, or from `start`, to this one. */
  extend: (index: number, start: number) => void;
  selectAll: () => void;
  clear: () => void;
};
