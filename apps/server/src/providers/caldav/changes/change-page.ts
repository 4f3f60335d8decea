import type { ChangePage, UnreadableItem } from '#modules/integrations/provider/activity-source.ts';
import type { FolderContents, ItemLocation } from '#modules/integrations/provider/item-location.ts';
import {
  BATCH_SIZE,
  changedSpan,
  MAX_PAGE_UIDS,
  MAX_PAGE_CHARACTERS,
  PAGE_SIZE,
  wholeSpan,
} from '../caldav-limits.ts';
import type { Calendar } from '../discover-calendars.ts';
import type { ItemCache } from '../item-cache.ts';
import { type MeetingItem, unreadableAt } from '../../calendar/map-occurrence.ts';
import { type EventResource, readEvents } from '../read-events.ts';
import type { Reading } from '../reading.ts';
import { skippedCalendar } from '../skipped-calendar.ts';

interface ReadEvent {
  href: string;
  /** Its occurrences in the span in which changes are read. */
  items: MeetingItem[];
  /** The locations of all its occurrences: those that windows read before the span stay stored. */
  uids: number[];
  problem?: string | undefined;
}

/**
 * Reads the first of some events, until there are enough for a page.
 *
 * @param ahead events that were requested and not yet returned; the next page begins with them.
 * @returns the events, and the last one's address.
 */
export async function readPageEvents(
  reading: Reading,
  cache: ItemCache,
  ahead: Map<string, EventResource>,
  calendar: Calendar,
  hrefs: readonly string[],
): Promise<{ events: ReadEvent[]; last: string | undefined }> {
  const some = hrefs.slice(0, BATCH_SIZE);
  const missing = some.filter((href) => !ahead.has(href));
  for (const event of await readEvents(reading.client, calendar, missing)) {
    ahead.set(event.href, event);
  }
  const events: ReadEvent[] = [];
  const { from } = changedSpan();
  let count = 0;
  let uidCount = 0;
  let size = 0;
  for (const href of some) {
    const event = ahead.get(href) ?? { href, data: undefined };
    const { items: all, problem } = await reading.map(event, calendar, wholeSpan());
    const items = all.filter(({ activity }) => activity.occurredAt.getTime() >= from);
    const uids = [...new Set(all.map(({ location }) => location.uid))];
    cache.set(href, items);
    ahead.delete(href);
    events.push({ href, items, uids, problem });
    count += items.length;
    uidCount += uids.length;
    size += items.reduce((sum, item) => sum + item.size, 0);
    if (count >= PAGE_SIZE || uidCount >= MAX_PAGE_UIDS || size >= MAX_PAGE_CHARACTERS) break;
  }
  return { events, last: events.at(-1)?.href };
}

/**
 * Adds the skipped calendars to a page, as failed items.
 *
 * @param unlisted addresses of calendars that the server does not list.
 * @param refused the problem of each of the others, by its address.
 */
export function withSkipped(
  page: ChangePage,
  unlisted: readonly string[],
  refused: ReadonlyMap<string, Error>,
): ChangePage {
  const added = [
    ...unlisted.map((href) => skippedCalendar(href)),
    ...[...refused].map(([href, reason]) => skippedCalendar(href, reason)),
  ];
  if (added.length === 0) return page;
  return {
    ...page,
    locations: [...(page.locations ?? []), ...added.map(({ location }) => location)],
    unreadable: [...(page.unreadable ?? []), ...added.map(({ item }) => item)],
  };
}

/**
 * Returns the items of a page. The stored occurrences of an unreadable event stay until it can be read.
 *
 * @param gone events of this calendar, and of others, that no longer exist.
 */
export function toChangePage(
  events: readonly ReadEvent[],
  ...gone: readonly (readonly string[])[]
): Pick<ChangePage, 'changed' | 'removed' | 'locations' | 'contents' | 'unreadable'> {
  const readable = events.filter(({ problem }) => problem === undefined);
  const locations: ItemLocation[] = readable.flatMap(({ items }) =>
    items.map(({ location }) => location),
  );
  const unreadable: UnreadableItem[] = [];
  for (const { href, problem } of events) {
    if (problem === undefined) continue;
    const location = unreadableAt(href);
    locations.push(location);
    unreadable.push({ id: location.id, reason: problem });
  }
  const contents: FolderContents = {
    changed: readable.map(({ href, uids }) => ({
      folder: href,
      validity: 0,
      uids: uids.toSorted((a, b) => a - b).map((uid) => [uid, uid] as const),
    })),
    gone: gone.flat(),
  };
  const isEmpty = contents.changed.length === 0 && contents.gone?.length === 0;
  return {
    changed: [...new Set(readable.flatMap(({ items }) => items.map((item) => item.location.id)))],
    removed: [],
    locations,
    unreadable,
    ...(!isEmpty && { contents }),
  };
}
