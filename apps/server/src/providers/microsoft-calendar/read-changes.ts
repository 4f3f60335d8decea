import { createHash } from 'node:crypto';
import type { ChangePage, Cursor } from '#modules/integrations/provider/activity-source.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import type { GraphSession } from '../microsoft-auth/graph-session.ts';
import { isExpiredLink, isMissing } from '../microsoft-auth/microsoft-failure.ts';
import {
  EVENT_PAGE_SIZE,
  FEW_OCCURRENCES,
  MAX_LINK_LENGTH,
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
  type EventPage,
  type GraphEvent,
  isBareOccurrence,
  isModifiedSince,
  PREFER_PLAIN,
  readEventPage,
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
  let page: EventPage;
  try {
    page = await requestPage(reading.graph, cursor, round);
  } catch (error) {
    if (cursor.link === undefined || !isExpiredLink(error)) throw error;
    if (round.restarts >= MAX_RESTARTS) return listed(cursor, round);
    return restarted(cursor, round);
  }
  const hash = hashOf(page);
  if (
    page.nextLink !== undefined &&
    (round.seen.includes(hash) || round.pages >= MAX_ROUND_PAGES)
  ) {
    return round.hasAnySize
      ? listed(cursor, round)
      : restarted(cursor, { ...round, hasAnySize: true });
  }
  const sorted = await sortPage(reading, cursor, page);
  const gone = await findGone(reading.graph, sorted.suspects);
  const link = boundedLink(reading.graph, page.nextLink ?? page.deltaLink);
  const isLast = page.nextLink === undefined;
  return {
    changed: [...sorted.changed, ...sorted.suspects.filter((id) => !gone.includes(id))],
    removed: gone,
    next: isLast
      ? { ...ofWindow(cursor), since: round.began, link, isFirst: false }
      : nextIn(cursor, round, { link, hash }),
    isLast,
    ...(isUncertain(sorted, gone, cursor.isFirst && isLast) && { needsComparison: true }),
  };
}

/**
 * Whether events may be gone that the page does not name: a series that changed can have lost occurrences, and one that
 * is gone has lost all of them. A first round names nothing that went since the listing.
 */
const isUncertain = (
  { hasChangedSeries }: SortedPage,
  gone: readonly string[],
  endsFirstRound: boolean,
): boolean => hasChangedSeries || gone.length > 0 || endsFirstRound;

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

/** Begins the window again. What went meanwhile is found by the comparison. */
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
 * Lists the window instead, in smaller parts: the pages of its changes repeat without end
 * (https://github.com/microsoftgraph/msgraph-sdk-dotnet/issues/3070), or their links expire again and again.
 */
const listed = (cursor: ChangeCursor, round: Round): ChangePage => ({
  changed: [],
  removed: [],
  next: {
    ...cursor,
    link: undefined,
    round: { ...round, seen: [], listing: '' },
  } satisfies ChangeCursor,
  isLast: false,
});

/** Reads a page of such a listing: what changed since the last round. The comparison finds what is gone. */
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
): Promise<EventPage> {
  const window = new URLSearchParams({
    startDateTime: new Date(from).toISOString(),
    endDateTime: new Date(to).toISOString(),
  });
  const size = hasAnySize ? [] : [`odata.maxpagesize=${EVENT_PAGE_SIZE}`];
  return readEventPage(
    await graph.get({
      path: link ?? `/me/calendarView/delta?${window}`,
      prefer: [PREFER_PLAIN, ...size].join(', '),
    }),
  );
}

/** Empty pages follow one another and are no repetition. */
const hashOf = ({ events, nextLink }: EventPage): string =>
  createHash('sha256')
    .update(events.length === 0 ? `empty ${nextLink ?? ''}` : events.map(({ id }) => id).join('\n'))
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
  { events }: EventPage,
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

function boundedLink(graph: GraphSession, link: string | undefined): string {
  if (link === undefined) {
    throw new ProviderError('temporary', 'Microsoft 365 sent changes without a link to the next.');
  }
  const relative = graph.relativeLink(link);
  if (relative.length <= MAX_LINK_LENGTH) return relative;
  throw new ProviderError('permanent', 'Microsoft 365 sent a link that is too long.');
}
