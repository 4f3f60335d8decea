/** Activities per statement: enough to be fast, few enough to limit memory. */
export const chunkSize = 2_000;

/** A list in parts of at most `size`, in order. */
export function* chunk<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
