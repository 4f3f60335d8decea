import type { KeyboardEvent } from 'react';
import { focusPosition } from './grid-focus.ts';
import type { RowSelection } from '../row-selection.ts';
import { HEADER_ROW, nextPosition, type GridExtent } from './grid-position.ts';
import { handleSelectionKey } from './handle-selection-key.ts';
import type { GridCursor } from './use-grid-cursor.ts';

type Grid = {
  cursor: GridCursor;
  extent: GridExtent;
  /** The stop's cell names its row, which Space then opens. */
  namesRow: boolean;
  openRow: () => void;
  selection: RowSelection | undefined;
};

/**
 * Handles a key in the grid. Runs before the controls of the cells, which receive the keys that it
 * does not handle.
 */
export function handleGridKey(
  event: KeyboardEvent<HTMLDivElement>,
  { cursor, extent, namesRow, openRow, selection }: Grid,
): void {
  const { stop } = cursor;
  const target = event.target as HTMLElement;
  // Menus opened from the header are elsewhere in the document, though React's events pass here.
  if (!event.currentTarget.contains(target) || target.closest('[data-resize-handle]')) return;
  const isWidget = stop.row === HEADER_ROW || stop.row === extent.undividedRow;
  if (!isWidget && target !== target.closest('[data-column]')) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    focusPosition(event.currentTarget, stop);
    return;
  }
  const { isFolded } = cursor.stopInRow;
  if (event.key === 'Escape') {
    // A first press closes the whole content, the next one deselects the rows, the last one leaves the
    // cell; Tab continues after any of them.
    if (!isFolded && target.dataset['state'] === 'expanded') cursor.fold();
    else if (selection?.isEmpty === false) selection.clear();
    else cursor.leave();
    return;
  }
  if ((cursor.hasLeft || isFolded) && event.key === 'Tab') return;
  if (isWidget && (event.key === 'Enter' || event.key === ' ')) return;
  if (selection !== undefined && handleSelectionKey(event, { cursor, extent, selection })) return;
  if (!isWidget && opensRow(event, namesRow)) {
    event.preventDefault();
    openRow();
    return;
  }
  if (event.key === 'F2') {
    target.querySelector<HTMLElement>('a, button')?.focus();
    return;
  }
  const next = nextPosition(stop, event, extent);
  if (next === undefined || next === 'leave') return;
  event.preventDefault();
  event.stopPropagation();
  cursor.goTo(next);
}

function opensRow({ key, ctrlKey, metaKey }: KeyboardEvent, namesRow: boolean): boolean {
  if (key === ' ') return namesRow;
  return key === 'Enter' && (ctrlKey || metaKey);
}
