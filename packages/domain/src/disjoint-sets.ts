/** A union-find structure over the numbers from 0 up to a count. */
export interface DisjointSets {
  /** Merges the sets of two numbers. */
  union: (one: number, other: number) => void;
  /** Returns the smallest number of the set, which identifies it. */
  find: (number: number) => number;
}

/** Creates one set per number. Takes four bytes per number; both operations are nearly O(1). */
export function createDisjointSets(count: number): DisjointSets {
  const parents = Int32Array.from({ length: count }, (_, number) => number);
  const find = (number: number): number => {
    let at = number;
    for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
      // Path halving keeps later lookups short.
      parents[at] = parents[parent] ?? parent;
      at = parents[at] ?? at;
    }
    return at;
  };
  return {
    union(one, other) {
      const [first, second] = [find(one), find(other)];
      parents[Math.max(first, second)] = Math.min(first, second);
    },
    find,
  };
}
