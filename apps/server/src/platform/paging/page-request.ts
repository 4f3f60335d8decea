export interface PageRequest {
  /** The page number, starting at 1. */
  page: number;
  /** Rows per page. */
  limit: number;
  /** The text that rows must contain; undefined or empty for all. */
  search?: string | undefined;
}

export interface Page<Item> {
  items: Item[];
  pagination: { total: number; totalPages: number };
}

export const pageOf = <Item>(items: Item[], total: number, { limit }: PageRequest): Page<Item> => ({
  items,
  pagination: { total, totalPages: Math.ceil(total / limit) },
});

export const offsetOf = ({ page, limit }: PageRequest): number => (page - 1) * limit;
