/** The numbers from 0 up to a count, in groups; each group is named by its smallest number. */
export interface Groups {
  /** Makes the groups of two numbers one. */
  join: (one: number, other: number) => void;
  nameOf: (number: number) => number;
}

/** Makes groups of one number each; four bytes a number, and joining takes next to no time. */
export function createGroups(count: number): Groups {
  const parents = Int32Array.from({ length: count }, (_, number) => number);
  const nameOf = (number: number): number => {
    let at = number;
    for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
      // Halves the way for whoever comes next.
      parents[at] = parents[parent] ?? parent;
      at = parents[at] ?? at;
    }
    return at;
  };
  return {
    join(one, other) {
      const [first, second] = [nameOf(one), nameOf(other)];
      parents[Math.max(first, second)] = Math.min(first, second);
    },
    nameOf,
  };
}
