import { LRUCache } from 'lru-cache';

/** How much each key has used lately. */
export interface RecentUse {
  add: (key: string, amount: number) => void;
  /** The share that is left after each lifetime, about a third. */
  of: (key: string) => number;
}

interface Used {
  amount: number;
  at: number;
}

/**
 * Sums the use of each key, and lets it fade.
 *
 * @param lifetimeMs after which about a third of an amount is left; a constant use of one unit in a
 *   millisecond adds up to as many units.
 * @param limit the number of remembered keys, the most recent ones.
 */
export function createRecentUse(
  { lifetimeMs, limit }: { lifetimeMs: number; limit: number },
  now = () => performance.now(),
): RecentUse {
  const used = new LRUCache<string, Used>({ max: limit });
  const of = (key: string): number => {
    const known = used.peek(key);
    return known === undefined ? 0 : known.amount * Math.exp((known.at - now()) / lifetimeMs);
  };
  return {
    of,
    add(key, amount) {
      used.set(key, { amount: of(key) + amount, at: now() });
    },
  };
}
