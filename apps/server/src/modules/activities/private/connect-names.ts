/** Groups names that are connected with each other, directly or through others. */
export interface ConnectedNames {
  has: (name: string) => boolean;
  /** Puts names, and everything that is connected with one of them, into one group. */
  connect: (names: readonly string[]) => void;
  /** The name that stands for the group of a name; the same for all in it until more are connected. */
  groupOf: (name: string) => string;
  names: () => string[];
}

export function connectNames(): ConnectedNames {
  const parents = new Map<string, string>();
  const groupOf = (name: string): string => {
    let top = name;
    for (let parent = parents.get(top); parent !== undefined && parent !== top;) {
      top = parent;
      parent = parents.get(top);
    }
    // The way up is short from now on.
    for (let each = name; each !== top;) {
      const next = parents.get(each) ?? top;
      parents.set(each, top);
      each = next;
    }
    return top;
  };
  return {
    has: (name) => parents.has(name),
    connect(names) {
      const [first] = names;
      if (first === undefined) return;
      const group = groupOf(first);
      for (const name of names) parents.set(groupOf(name), group);
    },
    groupOf,
    names: () => [...parents.keys()],
  };
}
