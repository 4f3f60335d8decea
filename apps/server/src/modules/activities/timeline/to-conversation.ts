import type { ActivityItem, ConversationItem, Participant } from '@repo/contract/activities';
import { limits } from '@repo/contract/limits';
import { commonSide } from '@repo/domain/activities/conversation';

/**
 * Combines the messages of one thread into a conversation, positioned at the last of them.
 *
 * @param messages at least one, oldest first.
 * @param count how many there are, if these are only some of them.
 */
export function toConversation<Item extends ActivityItem>(
  messages: readonly Item[],
  count = messages.length,
): ConversationItem & { activities: Item[] } {
  const last = messages.at(-1);
  if (last === undefined) throw new Error('A conversation has no messages.');
  const { id, title, summary, occurredAt, user, participants, participantCount } = last;
  const all = everybody(messages);
  return {
    id: `conversation.${id}`,
    type: 'conversation',
    title,
    summary,
    occurredAt,
    side: commonSide(messages.map((message) => message.side)),
    user,
    contributors: distinctBy(
      messages.flatMap((message) => message.contributors),
      ({ email }) => email,
    ),
    participants: all.slice(0, limits.listedParticipants),
    ...(all.length > limits.listedParticipants && { participantCount: all.length }),
    activities: [...messages],
    ...(count > messages.length && { activityCount: count }),
    lastActivity: {
      id,
      title,
      summary,
      participants,
      ...(participantCount !== undefined && { participantCount }),
    },
  };
}

/** Each person once, with the role of their last participation. */
function everybody(messages: readonly ActivityItem[]): Participant[] {
  const all = messages.toReversed().flatMap((message) => message.participants);
  return distinctBy(all, ({ email, name }) => email || name);
}

function distinctBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!seen.has(key)) seen.set(key, item);
  }
  return [...seen.values()];
}
