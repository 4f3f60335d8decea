/** The parts of an email that decide its thread: its own key and the keys of the emails it refers to. */
export interface ThreadedMail {
  /** The keys of its own Message-ID and of all in References and In-Reply-To. */
  refs: readonly string[];
}

/**
 * Groups emails into threads: two emails belong together when they share a reference, directly or
 * over others, whether or not the email referred to is there. The order of groups and of emails in
 * them is the order given.
 */
export function groupThreads<Mail extends ThreadedMail>(mails: readonly Mail[]): Mail[][] {
  const groups = createDisjointSets(mails.length);
  const firstWith = new Map<string, number>();
  for (const [index, { refs }] of mails.entries()) {
    for (const ref of refs) {
      const first = firstWith.get(ref);
      if (first === undefined) firstWith.set(ref, index);
      else groups.union(first, index);
    }
  }
  const threads = Map.groupBy(mails.entries(), ([index]) => groups.find(index));
  return [...threads.values()].map((thread) => thread.map(([, mail]) => mail));
}

/** A union-find structure over the numbers from 0 up to a count. */
interface DisjointSets {
  /** Merges the sets of two numbers. */
  union: (one: number, other: number) => void;
  /** Returns the smallest number of the set, which identifies it. */
  find: (number: number) => number;
}

/** Creates one set per number. Takes four bytes per number; both operations are nearly O(1). */
function createDisjointSets(count: number): DisjointSets {
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
