import type { Side } from './side.ts';

interface Threaded {
  id: string;
  /** The key shared by the emails of one thread; null for other activities. */
  threadId: string | null;
}

/**
 * Groups the emails of each thread at the position of the first of them. In a list that is newest
 * first, a conversation is thus at its last message; a group of one is no conversation.
 */
export function groupConversations<Item extends Threaded>(items: readonly Item[]): Item[][] {
  return [...Map.groupBy(items, ({ id, threadId }) => threadId ?? id).values()];
}

/** The side of several activities together: theirs when they agree, else both. */
export function commonSide(sides: readonly Side[]): Side {
  const [first = 'both', ...others] = sides;
  return others.every((side) => side === first) ? first : 'both';
}
