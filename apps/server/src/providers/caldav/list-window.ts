import { createDomainMatcher } from '@repo/domain/domains/match-domains';
import type {
  ListPage,
  UnreadableItem,
  Window,
} from '#modules/integrations/provider/activity-source.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { changedSpan, MAX_PAGE_CHARACTERS, PAGE_SIZE } from './caldav-limits.ts';
import type { MeetingItem } from '../calendar/map-occurrence.ts';

/** Everything that begins in a window, the latest first. */
export interface WindowItems {
  items: MeetingItem[];
  unreadable: UnreadableAt[];
  /** Calendars that could not be read. They are on each page: the next page may be of another list. */
  skipped: UnreadableAt[];
}

interface UnreadableAt {
  item: UnreadableItem;
  location: ItemLocation;
}

/** The times of a window. Without an end it includes the future. */
export const spanOf = ({ since, until }: Window): { from: number; to: number } => ({
  from: since.getTime(),
  to: until?.getTime() ?? changedSpan().to,
});

/** One page of a window, from an item on that may no longer exist. */
export function pageOf(
  { items, unreadable, skipped }: WindowItems,
  { domains }: Window,
  pageToken: string | undefined,
): ListPage {
  const after = readToken(pageToken);
  const isWanted = wantedIn(domains);
  const page: MeetingItem[] = [];
  let size = 0;
  let hasMore = false;
  for (const item of items) {
    if ((after !== undefined && !isAfter(item, after)) || !isWanted(item)) continue;
    hasMore = page.length >= PAGE_SIZE || size >= MAX_PAGE_CHARACTERS;
    if (hasMore) break;
    page.push(item);
    size += item.size;
  }
  const last = page.at(-1);
  const named = after === undefined ? [...unreadable, ...skipped] : skipped;
  return {
    ids: page.map(({ location }) => location.id),
    locations: [...page.map(({ location }) => location), ...named.map(({ location }) => location)],
    ...(named.length > 0 && { unreadable: named.map(({ item }) => item) }),
    nextPageToken: hasMore && last ? writeToken(last) : undefined,
    total: undefined,
  };
}

/** Occurrences that share the people of their series are decided about once. */
function wantedIn(domains: Window['domains']): (item: MeetingItem) => boolean {
  if (domains === undefined) return () => true;
  const matches = createDomainMatcher(domains);
  const known = new Map<MeetingItem['activity']['participants'], boolean>();
  return ({ activity: { participants } }) => {
    const isWanted =
      known.get(participants) ?? participants.some(({ email }) => matches(email).length > 0);
    known.set(participants, isWanted);
    return isWanted;
  };
}

/** The latest first. */
export const inOrder = (a: MeetingItem, b: MeetingItem): number =>
  b.activity.occurredAt.getTime() - a.activity.occurredAt.getTime() ||
  (a.location.id < b.location.id ? -1 : 1);

interface WindowPosition {
  at: number;
  id: string;
}

const isAfter = ({ activity, location }: MeetingItem, { at, id }: WindowPosition): boolean => {
  const own = activity.occurredAt.getTime();
  return own < at || (own === at && location.id > id);
};

const writeToken = ({ activity, location }: MeetingItem): string =>
  `${activity.occurredAt.getTime()}~${location.id}`;

/** @returns undefined for a text that is no page token. */
function readToken(text: string | undefined): WindowPosition | undefined {
  const [, at, id] = /^(-?\d{1,16})~([\w-]{32})$/.exec(text ?? '') ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
}
