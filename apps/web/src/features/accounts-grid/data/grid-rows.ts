import type { RowWindow } from '#ui/data-grid/scroll/row-window.ts';
import type { Account } from './account.ts';

/** The rows that have been read so far. */
export type FetchedRows = {
  viewKey: string;
  pages: ReadonlyMap<number, readonly Account[]>;
  pageSize: number;
  /** The number of all rows of the view, including unread ones. */
  total: number;
};

/** The rows as the grid shows them. */
export type ShownRows = FetchedRows & {
  /** The input that the rows were computed from. */
  read: FetchedRows;
  /** Other rows, or the same in another order, have been read and wait to be shown. */
  hasMoved: boolean;
};

/** The first and the last of consecutive pages. */
export type PageSpan = { from: number; to: number };

/**
 * Returns what to show once `read` is there. While the order is locked, the rows of a view keep their
 * positions and only their contents are updated.
 */
export function nextShownRows(
  shown: ShownRows | undefined,
  read: FetchedRows,
  isHeld: boolean,
): ShownRows {
  const before = shown?.viewKey === read.viewKey ? shown : undefined;
  const pages = new Map(before?.pages);
  let hasMoved = false;
  for (const [number, fresh] of read.pages) {
    const current = isHeld ? before?.pages.get(number) : undefined;
    const kept = current === undefined ? undefined : keepRowOrder(current, fresh);
    pages.set(number, kept?.rows ?? fresh);
    hasMoved ||= kept?.moved === true;
  }
  return {
    viewKey: read.viewKey,
    pageSize: read.pageSize,
    pages,
    total: hasMoved && before !== undefined ? before.total : read.total,
    read,
    hasMoved,
  };
}

/**
 * Returns the fresh rows at the positions of the shown ones, so that nothing moves under a pointer. Each
 * shown row is updated in place, even if it now belongs elsewhere or is gone; new rows wait. `moved` says
 * whether the fresh rows are in another order.
 */
export function keepRowOrder<Row extends { id: string }>(
  shown: readonly Row[],
  fresh: readonly Row[],
): { rows: readonly Row[]; moved: boolean } {
  const moved =
    shown.length !== fresh.length || shown.some((row, index) => row.id !== fresh[index]?.id);
  if (!moved) return { rows: fresh, moved };
  const byId = new Map(fresh.map((row) => [row.id, row]));
  return { rows: shown.map((row) => byId.get(row.id) ?? row), moved };
}

export function rowAt({ pages, pageSize }: FetchedRows, index: number): Account | undefined {
  return pages.get(Math.floor(index / pageSize))?.[index % pageSize];
}

/** Returns the index of a row that has been read, or -1. */
export function indexOfRow({ pages, pageSize }: FetchedRows, id: string): number {
  for (const [number, accounts] of pages) {
    const index = accounts.findIndex((account) => account.id === id);
    if (index !== -1) return number === 0 ? index : number * pageSize + index;
  }
  return -1;
}

/** Returns the pages of a window of rows and, once the user scrolls, the pages next to it. */
export function pagesAround({ first, end }: RowWindow, pageSize: number): PageSpan {
  const ahead = first === 0 ? 0 : 1;
  return {
    from: Math.max(0, Math.floor(first / pageSize) - ahead),
    to: Math.floor(Math.max(first, end - 1) / pageSize) + ahead,
  };
}

/** Returns the numbers of the pages, led by the first page, which says how many rows there are. */
export function pageNumbers({ from, to }: PageSpan): readonly number[] {
  const around = Array.from({ length: Math.max(1, to - from + 1) }, (_, at) => from + at);
  return from === 0 ? around : [0, ...around];
}
