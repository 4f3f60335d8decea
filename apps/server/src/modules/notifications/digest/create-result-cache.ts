import { LRUCache } from 'lru-cache';

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
  const made = new LRUCache<string, { at: number; result: Promise<Result> }>({ max: limit });
  return (key, make, now = Date.now()) => {
    // Reading a result does not keep it longer: the oldest one is evicted.
    const known = made.peek(key);
    if (known !== undefined && now - known.at < lifetimeMs) return known.result;
    const entry = { at: now, result: make() };
    made.set(key, entry);
    entry.result.catch(() => made.peek(key) === entry && made.delete(key));
    return entry.result;
  };
}
