/** A mail as far as threads are concerned: its own key and the keys of those that it refers to. */
export interface ThreadedMail {
  id: string;
  /** The keys of its own Message-ID and of all in References and In-Reply-To. */
  refs: readonly string[];
}

/**
 * Groups mails into threads: two mails belong together when they share a reference, directly or
 * over others, whether or not the mail referred to is there. The order of groups and of mails in
 * them is the order given.
 */
export function groupThreads<Mail extends ThreadedMail>(mails: readonly Mail[]): Mail[][] {
  const parents = new Map<string, string>();
  const rootOf = (ref: string): string => {
    let root = ref;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    for (let at = ref; at !== root;) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  for (const { id, refs } of mails) {
    for (const ref of refs) {
      const [mine, other] = [rootOf(`mail ${id}`), rootOf(ref)];
      if (mine !== other) parents.set(mine, other);
    }
  }
  const threads = new Map<string, Mail[]>();
  for (const mail of mails) {
    const root = rootOf(`mail ${mail.id}`);
    const thread = threads.get(root);
    if (thread) thread.push(mail);
    else threads.set(root, [mail]);
  }
  return [...threads.values()];
}
