import { LRUCache } from 'lru-cache';

interface RecentCountsOptions {
  windowMs: number;
  /** Maximum number of keys; the one that was added first is evicted. */
  maxKeys: number;
  now?: () => number;
}

/** Counts per key in the memory of this process, in windows that start with the first event. */
export function createRecentCounts({ windowMs, maxKeys, now = Date.now }: RecentCountsOptions) {
  const counts = new LRUCache<string, { count: number; endsAt: number }>({ max: maxKeys });
  const current = (key: string) => {
    const entry = counts.peek(key);
    return entry !== undefined && entry.endsAt > now() ? entry : undefined;
  };
  return {
    get: (key: string): number => current(key)?.count ?? 0,
    /** Milliseconds until the window of a key ends; 0 when it has none. */
    msLeft: (key: string): number => Math.max(0, (current(key)?.endsAt ?? 0) - now()),
    add(key: string, change: 1 | -1 = 1): number {
      const entry = current(key);
      if (entry !== undefined) return (entry.count = Math.max(entry.count + change, 0));
      if (change < 0) return 0;
      counts.set(key, { count: 1, endsAt: now() + windowMs });
      return 1;
    },
  };
}
