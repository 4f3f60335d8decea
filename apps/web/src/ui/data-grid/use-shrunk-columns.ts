import { useMemo } from 'react';
import type { GridColumn } from './grid-column.ts';
import { FROZEN_FROM_WIDTH, MINIMUM_COLUMN_WIDTH } from './grid-dimensions.ts';

/** Pixels by which the handle at the edge of the last column reaches beyond it. */
const LAST_HANDLE = 4;

/**
 * The columns at their drawn widths. In a narrow grid, columns with `shrinks` fit beside the first one. In a
 * wider grid, columns with `shrinksTo` shrink if the grid then needs no scrolling sideways.
 */
export function useShrunkColumns<Row>(
  columns: readonly GridColumn<Row>[],
  gridWidth: number,
): readonly GridColumn<Row>[] {
  const isNarrow = gridWidth < FROZEN_FROM_WIDTH;
  const free = isNarrow ? gridWidth - (columns[0]?.width ?? 0) : Infinity;
  const share = isNarrow ? 0 : shareToShrinkBy(columns, gridWidth);
  const filled = columns[0]?.fills ? gridWidth : 0;
  return useMemo(() => {
    const widest = Math.max(free, MINIMUM_COLUMN_WIDTH);
    return columns.map((column) => {
      const width = column.fills
        ? filled
        : column.shrinks && column.width > widest
          ? widest
          : column.width - Math.ceil(spareOf(column) * share);
      return width === column.width ? column : { ...column, width };
    });
  }, [columns, free, share, filled]);
}

/**
 * The share (0 to 1) of their spare width by which columns shrink, so that all fit; 0 where they fit anyway
 * or cannot.
 */
function shareToShrinkBy<Row>(columns: readonly GridColumn<Row>[], gridWidth: number): number {
  const missing = columns.reduce((sum, { width }) => sum + width, LAST_HANDLE) - gridWidth;
  const spare = columns.reduce((sum, column) => sum + spareOf(column), 0);
  return missing > 0 && missing <= spare ? missing / spare : 0;
}

const spareOf = <Row>({ width, shrinksTo = width }: GridColumn<Row>): number =>
  Math.max(0, width - shrinksTo);
