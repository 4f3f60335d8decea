import type { StoredEntry } from '../google-calendar/calendar-store.ts';
import { listEntries } from '../google-calendar/event-list.ts';
import type { BearerAccess } from '../google-oauth/require-access.ts';
import { json, type SandboxRequest, type SandboxResponse } from '../http/exchange.ts';
import { eventResource, readEventId } from './event-resource.ts';
import type { GraphContext } from './graph-context.ts';
import { graphError } from './graph-error.ts';

const defaultPage = 10;
const maximumPage = 1_000;
const MAX_WINDOW_MS = 1_825 * 86_400_000;

/** `GET /me/calendarView`: the events of a window, recurring ones as their occurrences. */
export function listCalendarView(
  context: GraphContext,
  access: BearerAccess,
  request: SandboxRequest,
): SandboxResponse {
  const order = request.query.get('$orderby') ?? 'start/dateTime';
  if (order !== 'start/dateTime') {
    throw graphError(400, 'ErrorInvalidUrlQuery', `The $orderby "${order}" is not supported.`);
  }
  const found = entriesIn(context, access, readWindow(request));
  return pageOf(context, access, request, found);
}

/** `GET /me/events/{id}/instances` */
export function listInstances(
  context: GraphContext,
  access: BearerAccess,
  request: SandboxRequest,
): SandboxResponse {
  const master = requireEntry(context, access, request.params['id']);
  const found = entriesIn(context, access, readWindow(request));
  return pageOf(
    context,
    access,
    request,
    found.filter(({ series }) => series === master.id),
  );
}

/** `GET /me/events/{id}`; what was deleted is not there. */
export function getEvent(
  context: GraphContext,
  access: BearerAccess,
  request: SandboxRequest,
): SandboxResponse {
  return json(eventResource(context, access, requireEntry(context, access, request.params['id'])));
}

export interface TimeWindow {
  from: number;
  to: number;
}

/** @throws ResponseError 400 without a window, and for one that is too long. */
export function readWindow({ query }: SandboxRequest): TimeWindow {
  const [from, to] = [query.get('startDateTime'), query.get('endDateTime')].map((text) =>
    Date.parse(text ?? ''),
  ) as [number, number];
  if (Number.isNaN(from) || Number.isNaN(to)) {
    const message =
      'This request requires a time window specified by the query string parameters StartDateTime and EndDateTime.';
    throw graphError(400, 'ErrorInvalidParameter', message);
  }
  if (to - from > MAX_WINDOW_MS) throw graphError(400, 'ErrorInvalidRequest');
  return { from, to };
}

/** What takes place in a window, in the order of time. */
export function entriesIn(
  { database }: GraphContext,
  { owner }: BearerAccess,
  { from, to }: TimeWindow,
): StoredEntry[] {
  const selection = {
    owner,
    singleEvents: true,
    cancelled: 'none',
    endsAfter: from,
    startsBefore: to,
    words: [],
    order: 'startTime',
  } as const;
  return listEntries(database, selection, -1, undefined).map(({ entry }) => entry);
}

function pageOf(
  context: GraphContext,
  access: BearerAccess,
  { query, path, headers }: SandboxRequest,
  found: readonly StoredEntry[],
): SandboxResponse {
  const top = Math.min(Number(query.get('$top') ?? defaultPage), maximumPage);
  const skip = Number(query.get('$skip') ?? 0);
  const next = new URLSearchParams(query);
  next.set('$skip', String(skip + top));
  return json({
    '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#events',
    value: found.slice(skip, skip + top).map((entry) => {
      const resource = eventResource(context, access, entry);
      const isSparse = context.switches.sparseOccurrences && entry.kind === 'instance';
      return isSparse ? { ...resource, attendees: [] } : resource;
    }),
    ...(found.length > skip + top && {
      '@odata.nextLink': `http://${headers.host}${path}?${next}`,
    }),
  });
}

function requireEntry({ calendars }: GraphContext, { owner }: BearerAccess, id = ''): StoredEntry {
  const entry = calendars.find(owner, readEventId(id));
  // A meeting that was called off stays in the calendar until its owner takes it away.
  if (entry === undefined || (entry.cancelled && entry.bare)) throw graphError(404);
  return entry;
}
