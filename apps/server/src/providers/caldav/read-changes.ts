import { createHash } from 'node:crypto';
import type {
  ChangePage,
  Cursor,
  FolderContents,
  ItemLocation,
  UnreadableItem,
} from '../../modules/integrations/provider.ts';
import { ProviderError } from '../../modules/integrations/provider-error.ts';
import { BATCH_SIZE, changedSpan, MAX_PAGE_UIDS, PAGE_SIZE } from './caldav-limits.ts';
import { type Comparison, compareStored, requireNoCalendar } from './compare-stored.ts';
import { DavStatusError } from './dav/dav-failure.ts';
import type { Calendar } from './discover-calendars.ts';
import type { ItemCache } from './item-cache.ts';
import { type MeetingItem, unreadableAt } from './map-occurrence.ts';
import { type EventResource, listEvents, readEvents, readSyncCollection } from './read-events.ts';
import type { Reading } from './reading.ts';

/**
 * How far a calendar was read: its token; or, where the server has none, its tag, and a digest of the
 * versions of its events for each of 256 parts.
 */
interface CalendarState {
  token?: string | undefined;
  tag?: string | undefined;
  parts?: string[] | undefined;
}

interface Progress {
  calendar: string;
  /** Its state when all its changes are read. */
  next: CalendarState;
  /** The last event that was read, in the order of addresses. */
  after: string;
}

interface CalendarCursor {
  /** By the addresses of the calendars. */
  calendars: Record<string, CalendarState>;
  /** A calendar of whose changes a part was read. */
  progress?: Progress | undefined;
  /**
   * Set with a new position: what was stored before it is compared first, since what was deleted
   * before is not among the changes. The last event, in the order of addresses, that was looked at.
   */
  compared?: string | undefined;
}

/** What is to be read of a calendar. */
interface Difference {
  changed: string[];
  gone: string[];
  next: CalendarState;
  isPartial: boolean;
}

/** One round: all calendars that differ from a cursor, one after the other. */
interface Round {
  /** The cursor that continues it. */
  continues: string;
  calendars: Calendar[];
  done: Set<string>;
  differences: Map<string, Difference>;
  /** Events that were requested and not yet returned. */
  read: Map<string, EventResource>;
  comparison?: Comparison;
}

const PARTS = 256;

export function createChangesReader(reading: Reading, cache: ItemCache) {
  let round: Round | undefined;

  const begin = async (): Promise<Round> => ({
    continues: '',
    calendars: await reading.calendars(),
    done: new Set(),
    differences: new Map(),
    read: new Map(),
  });

  return {
    position: async (): Promise<Cursor> => {
      const calendars: Record<string, CalendarState> = {};
      for (const calendar of await reading.calendars()) {
        calendars[calendar.url.href] = await stateOf(reading, calendar);
      }
      return { calendars, compared: '' };
    },
    read: async (given: Cursor): Promise<ChangePage> => {
      const cursor = given as unknown as CalendarCursor;
      const key = JSON.stringify(given);
      if (round?.continues !== key) round = await begin();
      const page =
        (await readComparison(reading, round, cursor)) ??
        (await readPage(reading, cache, round, cursor));
      round.continues = JSON.stringify(page.next);
      if (page.isLast) round = undefined;
      return page;
    },
  };
}

/** What a calendar is like now, without reading its events. */
async function stateOf({ client }: Reading, calendar: Calendar): Promise<CalendarState> {
  const { syncToken, tag } = calendar;
  return syncToken === undefined
    ? { tag, parts: digestsOf(await listEvents(client, calendar)) }
    : { token: syncToken };
}

/**
 * First the locations of events of which nothing is stored, in pages: what was moved to them stays. Then
 * what is gone.
 *
 * @returns undefined where nothing is gone.
 */
async function readComparison(
  reading: Reading,
  round: Round,
  { calendars, compared }: CalendarCursor,
): Promise<ChangePage | undefined> {
  if (compared === undefined) return undefined;
  round.comparison ??= await compareStored(reading, round.calendars);
  const { gone, unstored } = round.comparison;
  if (gone.length === 0) return undefined;
  const left = unstored.filter(({ href }) => href > compared);
  const calendar = left[0]?.calendar;
  if (calendar === undefined) {
    return { ...toPage([], gone), next: { calendars }, isLast: false };
  }
  const other = left.findIndex((one) => one.calendar !== calendar);
  const some = left.slice(0, other < 0 ? BATCH_SIZE : Math.min(other, BATCH_SIZE));
  const hrefs = some.map(({ href }) => href);
  const { locations, last } = await locate(reading, calendar, hrefs);
  const next = { calendars, compared: last };
  return { changed: [], removed: [], locations, next, isLast: false };
}

/** Where all occurrences of some events are, until there is enough for a page. */
async function locate(
  reading: Reading,
  calendar: Calendar,
  hrefs: readonly string[],
): Promise<{ locations: ItemLocation[]; last: string | undefined }> {
  const locations: ItemLocation[] = [];
  let last: string | undefined;
  for (const event of await readEvents(reading.client, calendar, hrefs)) {
    const { items } = await reading.map(event, calendar, wholeSpan());
    locations.push(...items.map(({ location }) => location));
    last = event.href;
    if (locations.length >= MAX_PAGE_UIDS) break;
  }
  return { locations, last };
}

/** All occurrences that may be stored. */
const wholeSpan = () => ({ from: -Infinity, to: changedSpan().to });

async function readPage(
  reading: Reading,
  cache: ItemCache,
  round: Round,
  { calendars: known, progress }: CalendarCursor,
): Promise<ChangePage> {
  const { calendars, done } = round;
  const vanished = Object.keys(known).filter(
    (href) => !calendars.some(({ url }) => url.href === href),
  );
  const calendar = calendars.find(
    ({ url, ...now }) => !done.has(url.href) && !isSame(now, known[url.href]),
  );
  const states = { ...known };
  for (const href of vanished) delete states[href];
  const gone = await eventsBelow(reading, vanished);
  if (calendar === undefined) {
    return {
      ...toPage([], [], gone),
      next: { calendars: states },
      isLast: true,
    };
  }

  const { href } = calendar.url;
  const difference =
    round.differences.get(href) ?? (await readDifference(reading, calendar, known[href]));
  round.differences.set(href, difference);
  const isContinued = progress?.calendar === href && !difference.isPartial;
  const after = isContinued ? progress.after : '';
  const next = isContinued ? progress.next : difference.next;
  const left = difference.changed.filter((one) => one > after);
  const { events, last } = await readSome(reading, cache, round, calendar, left);
  if (last !== undefined && last !== left.at(-1)) {
    return {
      ...toPage(events, [], gone),
      next: { calendars: states, progress: { calendar: href, next, after: last } },
      isLast: false,
    };
  }
  states[href] = next;
  round.differences.delete(href);
  if (!difference.isPartial) done.add(href);
  for (const one of difference.gone) cache.set(one, []);
  const isLast =
    !difference.isPartial &&
    !calendars.some(({ url, ...now }) => !done.has(url.href) && !isSame(now, states[url.href]));
  return {
    ...toPage(events, difference.gone, gone),
    next: { calendars: states },
    isLast,
  };
}

const isSame = (
  { syncToken, tag }: Pick<Calendar, 'syncToken' | 'tag'>,
  known: CalendarState | undefined,
): boolean =>
  syncToken === undefined
    ? tag !== undefined && known?.parts !== undefined && tag === known.tag
    : syncToken === known?.token;

/**
 * The events that are stored of calendars that are no longer listed.
 *
 * @throws DavResponseError when one of them still exists.
 */
async function eventsBelow(reading: Reading, calendars: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const calendar of calendars) {
    await requireNoCalendar(reading, calendar);
    found.push(...(await reading.findFolders(calendar)));
  }
  return found;
}

async function readDifference(
  reading: Reading,
  calendar: Calendar,
  known: CalendarState | undefined,
): Promise<Difference> {
  if (calendar.syncToken !== undefined) {
    const { changed, gone, syncToken, isPartial } = await readByToken(reading, calendar, known);
    return { changed, gone, next: { token: syncToken }, isPartial };
  }
  const events = await listEvents(reading.client, calendar);
  const parts = digestsOf(events);
  const isChanged = (href: string) => parts[partOf(href)] !== known?.parts?.[partOf(href)];
  const there = new Set(events.map(({ href }) => href));
  const stored = await reading.findFolders(calendar.url.href);
  return {
    changed: [...there].filter(isChanged).sort(),
    gone: stored.filter((href) => !there.has(href)),
    next: { tag: calendar.tag, parts },
    isPartial: false,
  };
}

/**
 * Servers refuse a token that they no longer know in many ways, even as a failure of their own. It is
 * the token when they respond without one.
 *
 * @throws ProviderError `cursor-expired`
 */
async function readByToken(
  { client }: Reading,
  calendar: Calendar,
  known: CalendarState | undefined,
) {
  try {
    return await readSyncCollection(client, calendar, known?.token);
  } catch (error) {
    if (known?.token === undefined || !(error instanceof DavStatusError)) throw error;
    if (error.status === 401 || error.status === 429) throw error;
    await readSyncCollection(client, calendar, undefined);
    throw new ProviderError('cursor-expired', 'The calendar server no longer knows what changed.', {
      cause: error,
    });
  }
}

interface ReadEvent {
  href: string;
  /** Its occurrences in the span in which changes are read. */
  items: MeetingItem[];
  /** Those of all its occurrences: what was read by windows before the span stays stored. */
  uids: number[];
  problem?: string | undefined;
}

/** Reads the first of some events, until there is enough for a page. */
async function readSome(
  reading: Reading,
  cache: ItemCache,
  round: Round,
  calendar: Calendar,
  hrefs: readonly string[],
): Promise<{ events: ReadEvent[]; last: string | undefined }> {
  const some = hrefs.slice(0, BATCH_SIZE);
  const missing = some.filter((href) => !round.read.has(href));
  for (const event of await readEvents(reading.client, calendar, missing)) {
    round.read.set(event.href, event);
  }
  const events: ReadEvent[] = [];
  const { from } = changedSpan();
  let count = 0;
  let uidCount = 0;
  for (const href of some) {
    const event = round.read.get(href) ?? { href, data: undefined };
    const { items: all, problem } = await reading.map(event, calendar, wholeSpan());
    const items = all.filter(({ activity }) => activity.occurredAt.getTime() >= from);
    const uids = [...new Set(all.map(({ location }) => location.uid))];
    cache.set(href, items);
    round.read.delete(href);
    events.push({ href, items, uids, problem });
    count += items.length;
    uidCount += uids.length;
    if (count >= PAGE_SIZE || uidCount >= MAX_PAGE_UIDS) break;
  }
  return { events, last: events.at(-1)?.href };
}

/**
 * The items of a page. What is stored of an event that cannot be read stays until it can.
 *
 * @param gone events of this calendar, and of others, that no longer exist.
 */
function toPage(
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

/** A digest of the versions of the events in each part of a calendar. */
function digestsOf(events: readonly { href: string; etag: string }[]): string[] {
  const parts = Array.from({ length: PARTS }, (): string[] => []);
  for (const { href, etag } of events) parts[partOf(href)]?.push(`${href}\n${etag}`);
  return parts.map((one) => (one.length === 0 ? '' : digest(one.sort().join('\n'))));
}

const partOf = (href: string): number => createHash('sha256').update(href).digest()[0] ?? 0;

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 12);
