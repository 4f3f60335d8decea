import { createDomainMatcher } from '@repo/domain/domains/match-domains';
import type { ListPage, Window } from '#modules/integrations/provider/activity-source.ts';
import { firstSpan, nextSpan, readSpan, type Span, writeSpan } from '../calendar/listed-spans.ts';
import { AHEAD_MS } from '../calendar/meeting-limits.ts';
import { readGraphPage } from '../microsoft-auth/graph-page.ts';
import type { GraphSession } from '../microsoft-auth/graph-session.ts';
import { GraphError } from '../microsoft-auth/microsoft-failure.ts';
import { EVENT_PAGE_SIZE } from './calendar-limits.ts';
import { EVENT_FIELDS, type GraphEvent, PREFER_PLAIN, readEvent } from './event.ts';
import type { EventReader } from './event-reader.ts';

/** Lists the events of a window, recurring ones as their occurrences, the latest weeks first. */
export async function listEvents(
  { graph, events }: { graph: GraphSession; events: EventReader },
  window: Window,
  pageToken: string | undefined,
): Promise<ListPage> {
  const page = await listPage(graph, window, pageToken);
  const wanted: GraphEvent[] = [];
  for (const event of page.events) if (await isWanted(event, window, events)) wanted.push(event);
  events.keep(wanted);
  return { ids: wanted.map(({ id }) => id), nextPageToken: page.nextPageToken, total: undefined };
}

/** One page of a window, the latest first. */
export async function listPage(
  graph: GraphSession,
  { since, until }: Pick<Window, 'since' | 'until'>,
  pageToken: string | undefined,
): Promise<{ events: GraphEvent[]; nextPageToken: string | undefined }> {
  const span = readSpan(pageToken) ?? firstSpan(since, new Date(), until);
  const request = (path: string) => graph.get({ path, prefer: PREFER_PLAIN });
  const answer: unknown = await request(span.token ?? spanPath(span)).catch((error: unknown) => {
    // A link that is no longer accepted.
    if (span.token === undefined || !isRefused(error)) throw error;
    return request(spanPath(span));
  });
  const { items: events, nextLink } = readGraphPage(answer, readEvent);
  const next: Span | undefined =
    nextLink === undefined
      ? nextSpan(span, since)
      : { ...span, token: graph.relativeLink(nextLink) };
  return { events: events.toReversed(), nextPageToken: next && writeSpan(next) };
}

function spanPath({ from, to }: Span): string {
  const query = new URLSearchParams({
    startDateTime: new Date(from).toISOString(),
    endDateTime: new Date(to ?? Date.now() + AHEAD_MS).toISOString(),
    $orderby: 'start/dateTime',
    $select: EVENT_FIELDS,
    $top: String(EVENT_PAGE_SIZE),
  });
  return `/me/calendarView?${query}`;
}

const isRefused = (error: unknown): boolean =>
  error instanceof GraphError && [400, 404, 410].includes(error.status);

/** Whether an event is with someone at the domains. Occurrences may be listed without their attendees. */
async function isWanted(
  event: GraphEvent,
  { domains }: Window,
  events: EventReader,
): Promise<boolean> {
  if (domains === undefined) return true;
  const { attendees, organizer } = event.attendees?.length
    ? event
    : ((await events.seriesOf(event)) ?? event);
  const matches = createDomainMatcher(domains);
  return [organizer, ...(attendees ?? [])].some(
    (person) => matches(person?.emailAddress?.address?.toLowerCase() ?? '').length > 0,
  );
}
