interface CacheOptions {
  lifetimeMs: number;
  /** Maximum number of results; the oldest is evicted. */
  limit: number;
}

/** Returns the cached result for a key, or calls `make`, at most once concurrently per key. */
export type ResultCache<Result> = (
  key: string,
  make: () => Promise<Result>,
  now?: number,
) => Promise<Result>;

export function createResultCache<Result>({
  lifetimeMs,
  limit,
}: CacheOptions): ResultCache<Result> {
  const made = new Map<string, { at: number; result: Promise<Result> }>();
  return (key, make, now = Date.now()) => {
    const known = made.get(key);
    if (known !== undefined && now - known.at < lifetimeMs) return known.result;
    // Deleted first, so that the oldest entry is always the first one.
    made.delete(key);
    const [oldest] = made.keys();
    if (made.size >= limit && oldest !== undefined) made.delete(oldest);
    const entry = { at: now, result: make() };
    made.set(key, entry);
    entry.result.catch(() => made.get(key) === entry && made.delete(key));
    return entry.result;
  };
}
