import { useState } from 'react';
import type { GridColumn } from '../grid-column.ts';
import { HEADER_ROW, type GridPosition } from './grid-position.ts';

/** The current rows of a grid. */
export type GridRows<Row> = {
  rowCount: number;
  /** Undefined while the row is on its way. */
  rowAt: (index: number) => Row | undefined;
  rowKey: (row: Row) => string;
  /** The current index of a row, or -1 if it is unknown. */
  indexOf: (rowKey: string) => number;
};

export type StoredTabStop = {
  row: number;
  rowKey: string | undefined;
  columnId: string | undefined;
  /** It is on the row that adds another. */
  addsRow: boolean;
};

type Grid<Row> = {
  columns: readonly GridColumn<Row>[];
  rows: GridRows<Row>;
  /** The row that adds another, after all others. */
  addRow: number | undefined;
  hasFocus: boolean;
};

const AT_FIRST: StoredTabStop = { row: 0, rowKey: undefined, columnId: undefined, addsRow: false };

/**
 * The grid's one tab stop. It is stored as the row's key and the column's id, so that it stays with its cell
 * through sorting, refreshing and moving columns. When the cell is gone, the stop stays in its place. On the
 * row that adds others it stays while that row is focused; otherwise the added row takes its place.
 */
export function useTabStop<Row>(
  { columns, rows, addRow, hasFocus }: Grid<Row>,
  initial: StoredTabStop = AT_FIRST,
): [stop: GridPosition, setStop: (position: GridPosition) => void, kept: StoredTabStop] {
  const [kept, setKept] = useState(initial);

  const lastRow = addRow ?? rows.rowCount - 1;
  const current = kept.addsRow && hasFocus ? lastRow : currentRow(kept, rows);
  const row = Math.max(HEADER_ROW, Math.min(current, lastRow));
  const column = Math.max(
    0,
    columns.findIndex(({ id }) => id === kept.columnId),
  );
  const setStop = (position: GridPosition) => {
    const at = rows.rowAt(position.row);
    setKept({
      row: position.row,
      rowKey: at === undefined ? undefined : rows.rowKey(at),
      columnId: columns[position.column]?.id,
      addsRow: position.row === addRow,
    });
  };
  return [{ row, column }, setStop, kept];
}

function currentRow<Row>({ row, rowKey }: StoredTabStop, rows: GridRows<Row>): number {
  if (rowKey === undefined) return row;
  const at = rows.rowAt(row);
  if (at !== undefined && rows.rowKey(at) === rowKey) return row;
  const moved = rows.indexOf(rowKey);
  return moved === -1 ? row : moved;
}
