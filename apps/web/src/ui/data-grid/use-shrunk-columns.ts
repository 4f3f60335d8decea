import { useMemo } from 'react';
import type { GridColumn } from './grid-column.ts';
import { FROZEN_FROM_WIDTH, MINIMUM_COLUMN_WIDTH } from './grid-dimensions.ts';

/** Pixels by which the handle at the edge of the last column reaches beyond it. */
const LAST_HANDLE = 4;

/**
 * The columns as wide as they are drawn. In a narrow grid, those that shrink (`shrinks`) fit beside the first one. In
 * a wider one, others shrink (`shrinksTo`, `shrinksLastTo`) if nothing has to be scrolled sideways then.
 */
export function useShrunkColumns<Row>(
  columns: readonly GridColumn<Row>[],
  gridWidth: number,
): readonly GridColumn<Row>[] {
  const isNarrow = gridWidth < FROZEN_FROM_WIDTH;
  const free = isNarrow ? gridWidth - (columns[0]?.width ?? 0) : Infinity;
  const [share, lastShare] = isNarrow ? [0, 0] : sharesToShrinkBy(columns, gridWidth);
  const filled = columns[0]?.fills ? gridWidth : 0;
  return useMemo(() => {
    const widest = Math.max(free, MINIMUM_COLUMN_WIDTH);
    return columns.map((column) => {
      const width = column.fills
        ? filled
        : column.shrinks && column.width > widest
          ? widest
          : column.width - Math.ceil(spareOf(column) * share + lastSpareOf(column) * lastShare);
      return width === column.width ? column : { ...column, width };
    });
  }, [columns, free, share, lastShare, filled]);
}

/**
 * The shares (0 to 1) of their spare width by which columns shrink, first and last, so that all fit; 0 where they fit
 * anyway or cannot.
 */
function sharesToShrinkBy<Row>(
  columns: readonly GridColumn<Row>[],
  gridWidth: number,
): [first: number, last: number] {
  const missing = columns.reduce((sum, { width }) => sum + width, LAST_HANDLE) - gridWidth;
  const first = columns.reduce((sum, column) => sum + spareOf(column), 0);
  const last = columns.reduce((sum, column) => sum + lastSpareOf(column), 0);
  if (missing <= 0 || missing > first + last) return [0, 0];
  return missing <= first ? [missing / first, 0] : [1, (missing - first) / last];
}

const spareOf = <Row>({ width, shrinksTo = width }: GridColumn<Row>): number =>
  Math.max(0, width - shrinksTo);
const lastSpareOf = <Row>({ width, shrinksLastTo = width }: GridColumn<Row>): number =>
  Math.max(0, width - shrinksLastTo);
