import { useMemo } from 'react';
import { useNames, withName, type Names } from '#lib/people/names.tsx';
import type { FeedItem, FeedMessage } from './feed-item.ts';
import type { Feed } from './use-feed.ts';

/** The feed with names for participants who have only an address in their emails and invitations. */
export function useNamedFeed(feed: Feed): Feed {
  const { items } = feed;
  const unnamed = useMemo(() => (items ?? []).flatMap(addressesWithoutName), [items]);
  const names = useNames(unnamed);
  const named = useMemo(
    () => (names.size === 0 ? items : items?.map((item) => namedItem(item, names))),
    [items, names],
  );
  return { ...feed, items: named };
}

function addressesWithoutName({ participants, messages }: FeedItem): string[] {
  return [participants, ...messages.map((message) => message.participants)]
    .flat()
    .flatMap(({ name, email }) => (name.trim() === '' ? [email] : []));
}

/** The same object where nothing is added, so that its row is not drawn again. */
function namedItem(item: FeedItem, names: Names): FeedItem {
  const messages = item.messages.map((message) => namedMessage(message, names));
  const named = namedMessage(item, names);
  return named === item && messages.every((message, at) => message === item.messages[at])
    ? item
    : { ...named, messages };
}

function namedMessage<Message extends FeedMessage>(message: Message, names: Names): Message {
  const participants = message.participants.map((person) => withName(person, names));
  return participants.every((person, at) => person === message.participants[at])
    ? message
    : { ...message, participants };
}
