import { googleError } from '../google/google-error.ts';
import { readCount } from '../google/read-count.ts';
import type { BearerAccess } from '../google-oauth/require-access.ts';
import type { SandboxResponse, SandboxRequest } from '../http/exchange.ts';
import { json } from '../http/exchange.ts';
import type { CalendarContext } from './calendar-context.ts';
import { openEvents } from './calendar-context.ts';
import type { EventSelection } from './event-list.ts';
import { listEntries } from './event-list.ts';
import { eventResource } from './event-resource.ts';
import { calendarTimeZone } from './ics/time-zone.ts';
import type { SyncToken } from './tokens.ts';
import { readPageToken, readSyncToken, writeToken } from './tokens.ts';

/** Calendar's page sizes for `events.list`. */
const defaultPage = 250;
const largestPage = 2500;

/** Parameters that cannot be combined with a sync token, so that the client's state stays whole. */
const excludedBySync = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
];

/** A list with one of these ends without a sync token; one within a time range has one. */
const endsWithoutToken = excludedBySync.filter((name) => name !== 'timeMin' && name !== 'timeMax');

/** `events.list` */
export function listEvents(context: CalendarContext, request: SandboxRequest): SandboxResponse {
  const { query } = request;
  const access = openEvents(context, request);
  const { owner, person } = access;
  const since = readSince(context, access, query);
  const selection = readSelection(owner, query, since);
  const pageText = query.get('pageToken');
  const pageToken = pageText ? readPageToken(pageText) : undefined;
  const version = pageToken?.version ?? context.calendars.version(owner);
  const limit = readCount(request, 'maxResults', defaultPage, largestPage);
  const found = listEntries(context.database, selection, limit + 1, pageToken?.position);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const { singleEvents } = selection;
  return json({
    kind: 'calendar#events',
    etag: `"${version}"`,
    summary: person.address,
    description: '',
    updated: new Date(context.now()).toISOString(),
    timeZone: calendarTimeZone,
    accessRole: 'owner',
    defaultReminders: [],
    // The token is that of the first page, so that what changes while pages are read comes again.
    ...(last !== undefined
      ? { nextPageToken: writeToken({ version, position: last.position }) }
      : endsWithoutToken.some((name) => query.has(name))
        ? {}
        : { nextSyncToken: writeToken({ version, singleEvents }) }),
    items: page.map(({ entry }) => eventResource(context.calendars, person, entry)),
  });
}

/** `events.get`; a cancelled event is still returned, as by Google. */
export function getEvent(context: CalendarContext, request: SandboxRequest): SandboxResponse {
  const { owner, person } = openEvents(context, request);
  const entry = context.calendars.find(owner, request.params['event'] ?? '');
  if (entry === undefined) {
    throw googleError(404, 'notFound', 'Not Found');
  }
  return json(eventResource(context.calendars, person, entry));
}

function readSince(
  { calendars }: CalendarContext,
  { owner }: BearerAccess,
  query: URLSearchParams,
): SyncToken | undefined {
  const text = query.get('syncToken');
  if (text === null || text === '') {
    return undefined;
  }
  const excluded = excludedBySync.find((name) => query.has(name));
  if (excluded !== undefined || query.get('showDeleted') === 'false') {
    throw googleError(
      400,
      'badRequest',
      `Sync token cannot be used with ${excluded ?? 'showDeleted=false'}.`,
    );
  }
  const token = readSyncToken(text);
  switch (calendars.containsToken(owner, token.version)) {
    case undefined:
      throw googleError(400, 'invalid', 'Invalid sync token value.');
    case false:
      throw googleError(410);
    case true:
      break;
  }
  if (token.singleEvents !== (query.get('singleEvents') === 'true')) {
    throw googleError(400, 'badRequest', 'Sync token was given for another singleEvents.');
  }
  return token;
}

function readSelection(
  owner: number,
  query: URLSearchParams,
  since: SyncToken | undefined,
): EventSelection {
  const singleEvents = query.get('singleEvents') === 'true';
  const bounds = {
    changedAfter: since?.version,
    endsAfter: readInstant(query, 'timeMin'),
    startsBefore: readInstant(query, 'timeMax'),
    updatedFrom: readInstant(query, 'updatedMin'),
    uid: query.get('iCalUID') ?? undefined,
  };
  if ((bounds.endsAfter ?? -Infinity) >= (bounds.startsBefore ?? Infinity)) {
    throw googleError(400, 'timeRangeEmpty', 'The specified time range is empty.');
  }
  const showsCancelled =
    query.get('showDeleted') === 'true' || since !== undefined || bounds.updatedFrom !== undefined;
  return {
    owner,
    singleEvents,
    cancelled: showsCancelled ? 'all' : singleEvents ? 'none' : 'exceptions',
    words: (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    order: readOrder(query, singleEvents),
    ...(Object.fromEntries(
      Object.entries(bounds).filter(([, value]) => value !== undefined),
    ) as Partial<EventSelection>),
  };
}

function readOrder(query: URLSearchParams, singleEvents: boolean): EventSelection['order'] {
  const order = query.get('orderBy');
  if (order === null) {
    return 'unspecified';
  }
  if (order === 'updated' || (order === 'startTime' && singleEvents)) {
    return order;
  }
  throw googleError(400, 'badRequest', 'The requested ordering is not available.');
}

/** An instant of a query parameter, whose offset is mandatory. */
function readInstant(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) {
    return undefined;
  }
  const instant = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/i.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(instant)) {
    throw googleError(400, 'badRequest', 'Bad Request');
  }
  return instant;
}
