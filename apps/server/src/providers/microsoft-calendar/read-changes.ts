import { createHash } from 'node:crypto';
import type { ChangePage, Cursor } from '#modules/integrations/provider/activity-source.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { type GraphPage, linkAfter, readGraphPage } from '../microsoft-auth/graph-page.ts';
import type { GraphSession } from '../microsoft-auth/graph-session.ts';
import { isExpiredLink, isMissing } from '../microsoft-auth/microsoft-failure.ts';
import {
  EVENT_PAGE_SIZE,
  FEW_OCCURRENCES,
  MAX_RESTARTS,
  MAX_ROUND_PAGES,
  OVERLAP_MS,
  REMEMBERED_PAGES,
  RENEW_AFTER_MS,
  WINDOW_AFTER_MS,
  WINDOW_BEFORE_MS,
} from './calendar-limits.ts';
import { type ChangeCursor, readCursor, type Round } from './change-cursor.ts';
import {
  type GraphEvent,
  isBareOccurrence,
  isModifiedSince,
  PREFER_PLAIN,
  readEvent,
} from './event.ts';
import type { EventReader } from './event-reader.ts';
import { listPage } from './list-events.ts';

export interface ChangesReading {
  graph: GraphSession;
  events: EventReader;
}

/** The position from which on changes are read. The window is read from the beginning: Graph has no "from now on". */
export function readPosition(graph: GraphSession): Cursor {
  return {
    ...windowAt(graph.now()),
    since: graph.now() - OVERLAP_MS,
    isFirst: true,
  } satisfies ChangeCursor;
}

const windowAt = (now: number) => ({
  from: now - WINDOW_BEFORE_MS,
  to: now + WINDOW_AFTER_MS,
  chosenAt: now,
});

/** Reads one page of changes. Whatever a page may leave out is found by a comparison with what is stored. */
export async function readChanges(reading: ChangesReading, from: Cursor): Promise<ChangePage> {
  const given = readCursor(from);
  if (given === undefined) {
    throw new ProviderError('cursor-expired', 'The position in this calendar is not known.');
  }
  const now = reading.graph.now();
  const isDue = given.round === undefined && now - given.chosenAt > RENEW_AFTER_MS;
  const cursor = isDue ? renewed(given, now) : given;
  const round = cursor.round ?? newRound(now);
  if (round.listing !== undefined) return readListing(reading, cursor, round);
  let page: GraphPage<GraphEvent>;
  try {
    page = await requestPage(reading.graph, cursor, round);
  } catch (error) {
    if (cursor.link === undefined || !isExpiredLink(error)) throw error;
    if (round.restarts >= MAX_RESTARTS) return beginListing(cursor, round);
    return restarted(cursor, round);
  }
  const hash = hashOf(page);
  if (
    page.nextLink !== undefined &&
    (round.seen.includes(hash) || round.pages >= MAX_ROUND_PAGES)
  ) {
    return round.hasAnySize
      ? beginListing(cursor, round)
      : restarted(cursor, { ...round, hasAnySize: true });
  }
  const sorted = await sortPage(reading, cursor, page);
  reading.events.forget(sorted.suspects);
  const gone = await findGone(reading.graph, sorted.suspects);
  const link = linkAfter(reading.graph, page);
  const isLast = page.nextLink === undefined;
  // A series that changed can have lost occurrences, one that is gone has lost all of them, and a first round does not
  // name what went since the listing.
  const isUncertain = sorted.hasChangedSeries || gone.length > 0 || (cursor.isFirst && isLast);
  return {
    changed: [...sorted.changed, ...sorted.suspects.filter((id) => !gone.includes(id))],
    removed: gone,
    next: isLast
      ? { ...ofWindow(cursor), since: round.began, link, isFirst: false }
      : nextIn(cursor, round, { link, hash }),
    isLast,
    ...(isUncertain && { needsComparison: true }),
  };
}

const ofWindow = ({ from, to, chosenAt }: ChangeCursor) => ({ from, to, chosenAt });

const newRound = (now: number): Round => ({
  began: now - OVERLAP_MS,
  pages: 0,
  restarts: 0,
  hasAnySize: false,
  seen: [],
});

/** A later window is read from the beginning, for what changed since the last round and for what comes into reach. */
const renewed = ({ since, to }: ChangeCursor, now: number): ChangeCursor => ({
  ...windowAt(now),
  since,
  isFirst: true,
  newFrom: to,
});

const nextIn = (
  cursor: ChangeCursor,
  round: Round,
  { link, hash }: { link: string; hash: string },
) => ({
  ...cursor,
  link,
  round: { ...round, pages: round.pages + 1, seen: [...round.seen, hash].slice(-REMEMBERED_PAGES) },
});

/** Begins the window again. The comparison finds what was deleted meanwhile. */
function restarted(cursor: ChangeCursor, round: Round): ChangePage {
  const again = { ...round, pages: 0, seen: [], restarts: round.restarts + 1 };
  return {
    changed: [],
    removed: [],
    next: { ...cursor, link: undefined, isFirst: true, round: again } satisfies ChangeCursor,
    isLast: false,
    needsComparison: true,
  };
}

/**
 * Goes on with a listing of the window in smaller parts: the pages of its changes repeat without end
 * (https://github.com/microsoftgraph/msgraph-sdk-dotnet/issues/3070), or their links expire again and again.
 */
const beginListing = (cursor: ChangeCursor, round: Round): ChangePage => ({
  changed: [],
  removed: [],
  next: {
    ...cursor,
    link: undefined,
    round: { ...round, seen: [], listing: '' },
  } satisfies ChangeCursor,
  isLast: false,
});

/** Reads a page of such a listing: what changed since the last round. */
async function readListing(
  { graph, events }: ChangesReading,
  cursor: ChangeCursor,
  round: Round,
): Promise<ChangePage> {
  const { from, to, since } = cursor;
  const window = { since: new Date(from), until: new Date(to) };
  const page = await listPage(graph, window, round.listing);
  const changed = page.events.filter(
    (event) => isModifiedSince(event, since) || isNew(cursor, event),
  );
  events.keep(changed);
  const { nextPageToken: listing } = page;
  return {
    changed: changed.map(({ id }) => id),
    removed: [],
    next:
      listing === undefined
        ? { ...ofWindow(cursor), since: round.began, isFirst: true }
        : { ...cursor, round: { ...round, listing } },
    isLast: listing === undefined,
    ...(listing === undefined && { needsComparison: true }),
  };
}

/** Whether an event was out of reach of the window before. */
const isNew = ({ newFrom }: ChangeCursor, { start }: GraphEvent): boolean =>
  newFrom !== undefined && Date.parse(`${start?.dateTime.slice(0, 19) ?? ''}Z`) >= newFrom;

async function requestPage(
  graph: GraphSession,
  { from, to, link }: ChangeCursor,
  { hasAnySize }: Round,
): Promise<GraphPage<GraphEvent>> {
  const window = new URLSearchParams({
    startDateTime: new Date(from).toISOString(),
    endDateTime: new Date(to).toISOString(),
  });
  const size = hasAnySize ? [] : [`odata.maxpagesize=${EVENT_PAGE_SIZE}`];
  const answer = await graph.get({
    path: link ?? `/me/calendarView/delta?${window}`,
    prefer: [PREFER_PLAIN, ...size].join(', '),
  });
  return readGraphPage(answer, readEvent);
}

/** Empty pages follow one another and are no repetition. */
const hashOf = ({ items, nextLink }: GraphPage<GraphEvent>): string =>
  createHash('sha256')
    .update(items.length === 0 ? `empty ${nextLink ?? ''}` : items.map(({ id }) => id).join('\n'))
    .digest('base64url')
    .slice(0, 20);

interface SortedPage {
  changed: Set<string>;
  /** Reported as removed: deleted, or moved out of the window. */
  suspects: string[];
  hasChangedSeries: boolean;
}

async function sortPage(
  { events: reader }: ChangesReading,
  cursor: ChangeCursor,
  { items: events }: GraphPage<GraphEvent>,
): Promise<SortedPage> {
  const { from, to, since, isFirst } = cursor;
  const changed = new Set<string>();
  const suspects = new Set<string>();
  const isChanged = (event: GraphEvent) => !isFirst || isModifiedSince(event, since);
  let hasChangedSeries = false;
  for (const event of events) {
    if (event['@removed'] !== undefined) {
      // In a first round nothing was there before.
      if (!isFirst) suspects.add(event.id);
    } else if (event.type === 'seriesMaster') {
      reader.keepSeries(event);
      hasChangedSeries ||= isChanged(event);
    } else if (!isBareOccurrence(event) && (isChanged(event) || isNew(cursor, event))) {
      changed.add(event.id);
      reader.keep([event]);
    }
  }
  const occurrences = Map.groupBy(
    events.filter(isBareOccurrence),
    (event) => event.seriesMasterId ?? '',
  );
  for (const [seriesId, ofSeries] of occurrences) {
    const master = isFirst ? await reader.seriesOf({ seriesMasterId: seriesId }) : undefined;
    const isWhole = !isFirst || master === undefined || isModifiedSince(master, since);
    const ids = new Set(
      ofSeries.filter((one) => isWhole || isNew(cursor, one)).map(({ id }) => id),
    );
    for (const id of ids) changed.add(id);
    reader.forget(ids);
    if (ids.size > FEW_OCCURRENCES) {
      await reader.keepInstances(seriesId, { from: new Date(from), to: new Date(to), ids });
    }
  }
  return {
    changed,
    suspects: [...suspects].filter((id) => !changed.has(id)),
    hasChangedSeries,
  };
}

/** Which of the events are gone. @throws GraphError when one of the requests fails. */
async function findGone(graph: GraphSession, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const answers = await graph.batch(
    ids.map((id) => `/me/events/${encodeURIComponent(id)}?$select=id`),
  );
  return ids.filter((_, index) => {
    const answer = answers[index];
    if (answer === undefined || !('error' in answer)) return false;
    if (isMissing(answer.error)) return true;
    throw answer.error;
  });
}
