/** An item that could not be read; it is stored as a failed item with the reason. */
export interface FailedItem {
  id: string;
  reason: string;
}

export interface ReadItems<Item> {
  found: { id: string; item: Item }[];
  /** Ids of items that are not, or no longer, activities. */
  absent: string[];
  unread: FailedItem[];
}
