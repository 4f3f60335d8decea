interface RecentCountsOptions {
  windowMs: number;
  /** Maximum number of keys; the one that was added first is evicted. */
  maxKeys: number;
  now?: () => number;
}

/** Counts per key in the memory of this process, in windows that start with the first event. */
export function createRecentCounts({ windowMs, maxKeys, now = Date.now }: RecentCountsOptions) {
  const counts = new Map<string, { count: number; endsAt: number }>();
  const current = (key: string) => {
    const entry = counts.get(key);
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
      counts.delete(key);
      counts.set(key, { count: 1, endsAt: now() + windowMs });
      if (counts.size > maxKeys) {
        const [oldest] = counts.keys();
        if (oldest !== undefined) counts.delete(oldest);
      }
      return 1;
    },
  };
}
