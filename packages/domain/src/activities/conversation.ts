import type { Side } from './side.ts';

interface Threaded {
  id: string;
  /** What the mails of one thread have in common; null for what is no mail. */
  threadId: string | null;
}

/**
 * Puts the mails of each thread together, where the first of them stands. Of a list that is newest
 * first, a conversation thus stands at its last message; a group of one is no conversation.
 */
export function groupConversations<Item extends Threaded>(items: readonly Item[]): Item[][] {
  return [...Map.groupBy(items, ({ id, threadId }) => threadId ?? id).values()];
}

/** The side of several activities together: theirs when they agree, else both. */
export function commonSide(sides: readonly Side[]): Side {
  const [first = 'both', ...others] = sides;
  return others.every((side) => side === first) ? first : 'both';
}
