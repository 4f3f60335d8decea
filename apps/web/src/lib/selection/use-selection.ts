import { useState } from 'react';
import {
  emptySelection,
  withItems,
  withRange,
  withToggled,
  type Identified,
  type Selection,
} from './selection.ts';

export type SelectionControl<Item> = Selection<Item> & {
  select: (items: readonly Item[], isSelected: boolean) => void;
  toggle: (item: Item) => void;
  /** Selects the items from the anchor to another one, both included. */
  extend: (range: readonly Item[]) => void;
  clear: () => void;
};

/** Keeps the selection of a list. */
export function useSelection<Item extends Identified>(): SelectionControl<Item> {
  const [selection, setSelection] = useState<Selection<Item>>(emptySelection);
  return {
    ...selection,
    select: (items, isSelected) => setSelection((now) => withItems(now, items, isSelected)),
    toggle: (item) => setSelection((now) => withToggled(now, item)),
    extend: (range) => setSelection((now) => withRange(now, range)),
    clear: () => setSelection(emptySelection),
  };
}

/** The items of a list from the anchor, or where that is gone from the item itself, to another item. */
export function rangeTo<Item extends Identified>(
  items: readonly Item[],
  anchor: string | undefined,
  to: Item,
): Item[] {
  const end = items.findIndex(({ id }) => id === to.id);
  const known = items.findIndex(({ id }) => id === anchor);
  const start = known === -1 ? end : known;
  const range = items.slice(Math.min(start, end), Math.max(start, end) + 1);
  return start <= end ? range : range.toReversed();
}
