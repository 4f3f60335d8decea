import type { ChangePage, Cursor } from './activity-source.ts';

/** The position to read changes from. */
export interface ChangePosition {
  cursor: Cursor;
  /** The progress since the cursor; undefined if the cursor contains it. */
  progress?: Cursor | undefined;
}

/** The position after a page that was read from a position. */
export const positionAfter = (
  { cursor }: ChangePosition,
  { next, isProgress = false }: ChangePage,
): ChangePosition => (isProgress ? { cursor, progress: next } : { cursor: next });
