import type { Side } from '@repo/domain/activities/side';
import { type BusinessDay } from '@repo/domain/time/business-day';
import { type Fields, idOf, textOf as text } from '#lib/api/read-fields.ts';
import { readList } from '#lib/api/read-list.ts';
import { isFullServer } from '#lib/server-level.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { dayOf } from '#lib/time/workspace-day.ts';

export type FeedPerson = { name: string; email: string; role: string };

export type FeedMessage = {
  id: string;
  title: string;
  summary: string;
  occurredAt: Date;
  day: BusinessDay;
  participants: FeedPerson[];
  /** Undefined when the server does not send it. */
  side: Side | undefined;
};

/** An entry of the feed, with everything that a server may leave out made plain. */
export type FeedItem = FeedMessage & {
  /** 'email', 'calendar', 'call', 'conversation', or what else a server may name. */
  type: string;
  /** A meeting of whole days, which has no time. */
  isAllDay: boolean;
  /** Whether only its day is shared: it has no time, no subject and no participants. */
  isDayOnly: boolean;
  /** The messages of a conversation, oldest first; otherwise empty. */
  messages: FeedMessage[];
  /** A conversation as the server sent it, to open it where the server only finds its messages. */
  received?: object;
};

/** Reads an entry of a timeline; undefined without an id or a time, since it has no place then. */
export function readFeedItem(received: unknown): FeedItem | undefined {
  if (!isFields(received)) return undefined;
  const messages = list(received['activities'], 'messages of a conversation')
    .flatMap((one) => readMessage(one) ?? [])
    .sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
  const last = isFields(received['lastActivity']) ? received['lastActivity'] : {};
  const own = readMessage({
    ...received,
    title: text(received['title']) || last['title'],
    summary: text(received['summary']) || last['summary'],
    occurredAt: received['occurredAt'] ?? messages.at(-1)?.occurredAt,
    participants: received['participants'] ?? last['participants'],
  });
  if (own === undefined) return undefined;
  const item = {
    ...own,
    type: text(received['type']) || 'other',
    isAllDay: received['isAllDay'] === true,
    isDayOnly: isFullServer() && received['level'] === 'activity',
    messages,
  };
  return messages.length === 0 ? item : { ...item, received };
}

/** The whole entry, or the rest of a conversation without a day; undefined when nothing is left. */
export function clipToAfter(item: FeedItem, day: BusinessDay): FeedItem | undefined {
  if (item.day <= day) return undefined;
  const messages = item.messages.filter((message) => message.day > day);
  if (messages.length === item.messages.length) return item;
  const [only] = messages;
  return only !== undefined && messages.length === 1
    ? { ...only, type: 'email', isAllDay: false, isDayOnly: false, messages: [] }
    : { ...item, messages };
}

/** Whether an entry is or contains the activity with this id from the address. */
export function containsActivity(item: FeedItem, activityId: string): boolean {
  if (item.id === activityId) return true;
  // A conversation is identified by the id of any of its messages, also with a prefix.
  const messageId = activityId.split('.').at(-1);
  return item.messages.some(({ id }) => id === messageId);
}

/** The activities that an entry counts as on each day: a conversation counts each of its messages. */
export function activitiesOf(item: FeedItem): (FeedMessage & { type: string })[] {
  if (item.messages.length === 0) return [item];
  return item.messages.map((message) => ({ ...message, type: 'email' }));
}

function readMessage(received: unknown): FeedMessage | undefined {
  if (!isFields(received)) return undefined;
  const id = idOf(received['id']);
  const occurredAt = readInstant(received['occurredAt']);
  if (id === '' || occurredAt === undefined) return undefined;
  return {
    id,
    title: text(received['title']),
    summary: text(received['summary']),
    occurredAt,
    day: dayOf(occurredAt),
    participants: list(received['participants'], 'participants').map(readPerson),
    side: readSide(received['side']),
  };
}

function readPerson({ name, email, role }: Fields): FeedPerson {
  return { name: text(name), email: text(email), role: text(role) };
}

function readSide(value: unknown): Side | undefined {
  return value === 'internal' || value === 'external' || value === 'both' ? value : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

const list = (value: unknown, what: string) => readList(value as Fields[], what);
