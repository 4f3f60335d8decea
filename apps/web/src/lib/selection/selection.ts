/** The selection in a list. The accounts grid and Import Preferences have the same rules. */
export type Selection<Item> = {
  selected: ReadonlyMap<string, Item>;
  /** The id of the item from which the next range starts. */
  anchor: string | undefined;
  /** The selection before the current range began, so that a range can shrink again. */
  base: ReadonlyMap<string, Item>;
};

export type Identified = { id: string };

export function emptySelection<Item>(): Selection<Item> {
  return { selected: new Map(), anchor: undefined, base: new Map() };
}

/** Selects items, or deselects them. The last one is where the next range starts. */
export function withItems<Item extends Identified>(
  { selected }: Selection<Item>,
  items: readonly Item[],
  isSelected: boolean,
): Selection<Item> {
  const next = new Map(selected);
  for (const item of items) {
    if (isSelected) next.set(item.id, item);
    else next.delete(item.id);
  }
  return { selected: next, anchor: items.at(-1)?.id, base: next };
}

/** Selects an item that is not selected, and deselects one that is. */
export function withToggled<Item extends Identified>(
  selection: Selection<Item>,
  item: Item,
): Selection<Item> {
  return withItems(selection, [item], !selection.selected.has(item.id));
}

/**
 * Selects a range in addition to the selection before it began.
 *
 * @param range the items from the anchor to the other end, both included.
 */
export function withRange<Item extends Identified>(
  { base, anchor }: Selection<Item>,
  range: readonly Item[],
): Selection<Item> {
  const selected = new Map(base);
  for (const item of range) selected.set(item.id, item);
  return { selected, base, anchor: anchor ?? range[0]?.id };
}
