import { LRUCache } from 'lru-cache';

/** Keys that are remembered; some hundred bytes each. */
const MAX_KEYS = 10_000;

/**
 * The scopes of API keys that worked before, by the hash of the key. Nothing relies on them alone: the query that
 * serves a request compares them with those that are stored.
 */
export interface KnownKeys {
  scopesOf: (hash: Buffer) => readonly string[] | undefined;
  remember: (hash: Buffer, scopes: readonly string[]) => void;
}

export function createKnownKeys(): KnownKeys {
  const known = new LRUCache<string, readonly string[]>({ max: MAX_KEYS });
  return {
    scopesOf: (hash) => known.get(hash.toString('base64')),
    remember: (hash, scopes) => void known.set(hash.toString('base64'), scopes),
  };
}
