/** A cell by its place. Row -1 is the header; columns count from the left as they are shown. */
export type GridPosition = { row: number; column: number };

export const HEADER_ROW = -1;

export type GridExtent = {
  rows: number;
  columns: number;
  /** Rows that one press of Page Up or Page Down passes. */
  pageRows: number;
  /** A row that is a single cell across all columns. */
  undividedRow?: number | undefined;
};

export type GridKey = {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
};

/**
 * The cell that a key moves to, as in the ARIA grid pattern and, for Tab and Enter, as in a
 * spreadsheet. 'leave' when Tab goes past an end; undefined for a key that does not move.
 */
export function nextPosition(
  from: GridPosition,
  pressed: GridKey,
  extent: GridExtent,
): GridPosition | 'leave' | undefined {
  if (pressed.altKey) return undefined;
  if (pressed.key === 'Tab') {
    return pressed.ctrlKey || pressed.metaKey
      ? undefined
      : alongTheCells(from, pressed.shiftKey ? -1 : 1, extent);
  }
  const target = moved(from, pressed, extent);
  if (target === undefined) return undefined;
  // Along a single cell nothing moves; the column is remembered, so that going up returns to it.
  if (target.row === from.row && from.row === extent.undividedRow) target.column = from.column;
  return inside(target, extent);
}

function moved(
  { row, column }: GridPosition,
  { key, shiftKey, ctrlKey, metaKey }: GridKey,
  { rows, columns, pageRows }: GridExtent,
): GridPosition | undefined {
  const far = ctrlKey || metaKey;
  switch (key) {
    case 'ArrowUp':
      return { row: far ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: far ? rows - 1 : row + 1, column };
    case 'ArrowLeft':
      return { row, column: far ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: far ? columns - 1 : column + 1 };
    case 'Enter':
      return far ? undefined : { row: shiftKey ? row - 1 : row + 1, column };
    case 'Home':
      return { row: far ? 0 : row, column: 0 };
    case 'End':
      return { row: far ? rows - 1 : row, column: columns - 1 };
    case 'PageUp':
      return { row: Math.max(Math.min(row, 0), row - pageRows), column };
    case 'PageDown':
      return { row: row + pageRows, column };
    default:
      return undefined;
  }
}

function inside({ row, column }: GridPosition, { rows, columns }: GridExtent): GridPosition {
  return {
    row: Math.min(Math.max(row, HEADER_ROW), rows - 1),
    column: Math.min(Math.max(column, 0), columns - 1),
  };
}

function alongTheCells(
  { row, column }: GridPosition,
  step: 1 | -1,
  { rows, columns, undividedRow }: GridExtent,
): GridPosition | 'leave' {
  const next = column + step;
  if (row !== undividedRow && next >= 0 && next < columns) return { row, column: next };
  const nextRow = row + step;
  if (nextRow < HEADER_ROW || nextRow >= rows) return 'leave';
  return { row: nextRow, column: step > 0 ? 0 : columns - 1 };
}
