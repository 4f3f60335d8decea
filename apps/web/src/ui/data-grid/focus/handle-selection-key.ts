import type { KeyboardEvent } from 'react';
import { readSingleKeyShortcuts } from '#lib/shortcuts.ts';
import type { RowSelection } from '../row-selection.ts';
import { HEADER_ROW, nextPosition, type GridExtent } from './grid-position.ts';
import type { GridCursor } from './use-grid-cursor.ts';

type Grid = { cursor: GridCursor; extent: GridExtent; selection: RowSelection };

/**
 * Handles a key that selects rows: X and Shift+Space for the row of the tab stop, Shift with an arrow for a
 * range, Ctrl+A for all.
 *
 * @returns whether the key was one of these.
 */
export function handleSelectionKey(
  event: KeyboardEvent<HTMLDivElement>,
  { cursor, extent, selection }: Grid,
): boolean {
  const { stop } = cursor;
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (altKey || stop.row === HEADER_ROW || stop.row === extent.undividedRow) return false;
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') {
    selection.selectAll();
  } else if (ctrlKey || metaKey) {
    return false;
  } else if ((key === 'x' && readSingleKeyShortcuts()) || (key === ' ' && shiftKey)) {
    selection.toggle(stop.row);
  } else if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
    const next = nextPosition(stop, event, extent);
    if (next === undefined || next === 'leave' || next.row === extent.undividedRow) return true;
    if (next.row !== HEADER_ROW) {
      selection.extend(next.row, stop.row);
      cursor.goTo(next);
    }
  } else {
    return false;
  }
  event.preventDefault();
  event.stopPropagation();
  return true;
}
