import { useMemo } from 'react';
import type { GridColumn } from './grid-column.ts';
import { FROZEN_FROM_WIDTH, MINIMUM_COLUMN_WIDTH } from './grid-dimensions.ts';

/** The columns as wide as they are drawn: those that shrink fit beside the first one in a narrow grid. */
export function useShrunkColumns<Row>(
  columns: readonly GridColumn<Row>[],
  gridWidth: number,
): readonly GridColumn<Row>[] {
  const free = gridWidth < FROZEN_FROM_WIDTH ? gridWidth - (columns[0]?.width ?? 0) : Infinity;
  return useMemo(() => {
    const widest = Math.max(free, MINIMUM_COLUMN_WIDTH);
    return columns.map((column) =>
      column.shrinks && column.width > widest ? { ...column, width: widest } : column,
    );
  }, [columns, free]);
}
