import type { Account } from './account.ts';
import { holdOrder } from './hold-order.ts';

/** Rows as they were last read, as far as they were. */
export type ReadRows = {
  /** Tells one view from another. */
  viewKey: string;
  pages: ReadonlyMap<number, readonly Account[]>;
  pageSize: number;
  /** Rows altogether. */
  total: number;
};

/** Rows as the grid shows them. */
export type ShownRows = ReadRows & {
  /** What they come from. */
  read: ReadRows;
  /** Other rows, or the same in another order, have been read and wait to be shown. */
  hasMoved: boolean;
};

/**
 * What to show once `read` is there. While the order is held, the rows of a view keep their places
 * and only what is in them is renewed.
 */
export function nextShownRows(
  shown: ShownRows | undefined,
  read: ReadRows,
  isHeld: boolean,
): ShownRows {
  const before = shown?.viewKey === read.viewKey ? shown : undefined;
  const pages = new Map(before?.pages);
  let hasMoved = false;
  for (const [number, fresh] of read.pages) {
    const standing = isHeld ? before?.pages.get(number) : undefined;
    const held = standing === undefined ? undefined : holdOrder(standing, fresh);
    pages.set(number, held?.rows ?? fresh);
    hasMoved ||= held?.moved === true;
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

export function rowAt({ pages, pageSize }: ReadRows, index: number): Account | undefined {
  return pages.get(Math.floor(index / pageSize))?.[index % pageSize];
}

/** Where a row stands among those that have been read, or -1. */
export function indexOfRow({ pages, pageSize }: ReadRows, id: string): number {
  for (const [number, accounts] of pages) {
    const index = accounts.findIndex((account) => account.id === id);
    if (index !== -1) return number === 0 ? index : number * pageSize + index;
  }
  return -1;
}
