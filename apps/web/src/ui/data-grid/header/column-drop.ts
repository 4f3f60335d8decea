import { canMove, type GridColumn } from '../grid-column.ts';

type Column = Pick<GridColumn<never>, 'movable' | 'width'>;

/**
 * The index of a column after it is dropped `offset` pixels from its position: past every movable neighbour
 * with a middle that its edge has passed.
 */
export function columnDrop(columns: readonly Column[], from: number, offset: number): number {
  const step = offset < 0 ? -1 : 1;
  let to = from;
  for (let left = Math.abs(offset); canMove(columns, to, step); to += step) {
    const width = columns[to + step]?.width ?? 0;
    if (left < width / 2) break;
    left -= width;
  }
  return to;
}

/**
 * Pixels from the grid's left edge to the edge at which a column from `from` is dropped at `to`.
 */
export function dropEdge(columns: readonly Column[], from: number, to: number): number {
  const before = columns.slice(0, to > from ? to + 1 : to);
  return before.reduce((sum, { width }) => sum + width, 0);
}
