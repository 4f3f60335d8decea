/** Rows from `first` up to, not including, `end`. */
export type RowWindow = { first: number; end: number };

/** The rows to draw: the rows in view and a margin beyond each edge. */
export function rowWindow(
  scrollTop: number,
  viewHeight: number,
  rowCount: number,
  overscan: number,
  rowHeight: number,
): RowWindow {
  const top = Math.floor(scrollTop / rowHeight) - overscan;
  const bottom = Math.ceil((scrollTop + viewHeight) / rowHeight) + overscan;
  // There may be fewer rows than when the position was stored: then it is the end of the grid.
  const lastTop = rowCount - Math.ceil(viewHeight / rowHeight) - overscan;
  const first = Math.max(0, Math.min(top, lastTop));
  return { first, end: Math.max(first, Math.min(rowCount, bottom)) };
}

/** The rows of a window in order, and one more that must be rendered wherever it is. */
export function rowsToDraw({ first, end }: RowWindow, kept: number | undefined): number[] {
  const rows = Array.from({ length: end - first }, (_, offset) => first + offset);
  if (kept === undefined || (kept >= first && kept < end)) return rows;
  return kept < first ? [kept, ...rows] : [...rows, kept];
}
