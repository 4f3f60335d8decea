import { calendar, type calendar_v3 } from '@googleapis/calendar';
import { createDomainMatcher } from '@repo/domain/domains/match-domains';
import type { ProviderSession } from '#modules/integrations/provider.ts';
import type {
  ActivitySource,
  ChangePage,
  Cursor,
  ListPage,
  Window,
} from '#modules/integrations/provider/activity-source.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import type { TokenBucket } from '#platform/throttle/token-bucket.ts';
import { firstSpan, nextSpan, readSpan, type Span, writeSpan } from '../calendar/listed-spans.ts';
import { googleStatus, wordedFor } from '../google-auth/google-failure.ts';
import { openGoogleSession } from '../google-auth/google-session.ts';
import {
  type GoogleSettings,
  googleAddresses,
  googleRequestTimeout,
  maxGoogleResponseBytes,
} from '../google-auth/google-settings.ts';
import { eventPageSize, MAX_TOKEN_PAGES, tokenPageSize } from './calendar-limits.ts';
import { mapEvent } from './map-event.ts';

type Event = calendar_v3.Schema$Event;
type ListParameters = Omit<calendar_v3.Params$Resource$Events$List, 'calendarId' | 'singleEvents'>;
type Request = <T>(
  send: (options: {
    signal: AbortSignal;
    timeout: number;
    maxContentLength: number;
  }) => Promise<{ data: T }>,
) => Promise<T>;

const own = { calendarId: 'primary' } as const;
const dayMs = 24 * 60 * 60 * 1000;

const worded = wordedFor('Google Calendar');

/** Opens a user's own calendar with the given grant; recurring events as their instances. */
export function openCalendar(
  settings: GoogleSettings,
  session: ProviderSession,
  bucket: TokenBucket,
): ActivitySource {
  const { signal } = session;
  const { auth, authorized } = openGoogleSession(settings, session);
  const { api: rootUrl } = googleAddresses(settings);
  const { events } = calendar({
    version: 'v3',
    auth,
    retry: false,
    ...(rootUrl !== undefined && { rootUrl }),
  });
  const request: Request = async (send) => {
    await bucket.take(1, signal);
    const options = {
      signal,
      timeout: googleRequestTimeout,
      maxContentLength: maxGoogleResponseBytes,
    };
    return (await authorized(() => send(options))).data;
  };
  const list = (parameters: ListParameters) =>
    request((options) => events.list({ ...own, singleEvents: true, ...parameters }, options));
  // A list contains whole events, so the events listed last need not be requested again.
  const listed = new Map<string, Event>();
  const remember = (page: readonly Event[]) => {
    listed.clear();
    for (const event of page) if (event.id) listed.set(event.id, event);
  };
  const get = async (id: string): Promise<Event | undefined> =>
    listed.get(id) ??
    request((options) => events.get({ ...own, eventId: id }, options)).catch((error: unknown) => {
      if (googleStatus(error) === 404) return undefined;
      throw error;
    });
  const meeting = async (id: string) => {
    const event = await worded(() => get(id));
    return event && mapEvent(event);
  };
  return {
    position: () => worded(() => readPosition(list)),
    changes: (cursor) =>
      worded(async () => {
        const { page, next, isLast } = await readChanges(list, cursor);
        remember(page);
        return { ...splitChanges(page), next, isLast };
      }),
    list: (window, pageToken) =>
      worded(async () => {
        const { page, ...rest } = await listSpan(list, window, pageToken);
        remember(page);
        return rest;
      }),
    async head(id) {
      const activity = await meeting(id);
      if (activity === undefined) return undefined;
      const { occurredAt, participants } = activity;
      return { occurredAt, participants, listAddresses: [] };
    },
    read: meeting,
  };
}

type List = (parameters: ListParameters) => Promise<calendar_v3.Schema$Events>;

/**
 * Only the last page of a list has a sync token. This list requests no event details; its start is
 * early enough for the longest window, in case Google's token includes it.
 */
async function readPosition(list: List): Promise<Cursor> {
  const timeMin = new Date(Date.now() - 400 * dayMs).toISOString();
  let pageToken: string | undefined;
  for (let pages = 0; pages < MAX_TOKEN_PAGES; pages += 1) {
    const page = await list({
      timeMin,
      maxResults: tokenPageSize,
      fields: 'nextPageToken,nextSyncToken',
      ...(pageToken !== undefined && { pageToken }),
    });
    if (page.nextSyncToken) return { syncToken: page.nextSyncToken };
    if (!page.nextPageToken) break;
    pageToken = page.nextPageToken;
  }
  throw new ProviderError('temporary', 'Google Calendar did not say where it stands.');
}

async function readChanges(list: List, cursor: Cursor) {
  const { syncToken, pageToken } = cursor as { syncToken: string; pageToken?: string };
  const send = (token: string | undefined) =>
    list({
      syncToken,
      maxResults: eventPageSize,
      ...(token !== undefined && { pageToken: token }),
    });
  const page = await send(pageToken).catch((error: unknown) => {
    if (googleStatus(error) === 410) {
      throw new ProviderError('cursor-expired', 'Google Calendar no longer knows what changed.', {
        cause: error,
      });
    }
    if (googleStatus(error) === 400 && pageToken !== undefined) return send(undefined);
    throw error;
  });
  const { nextPageToken, nextSyncToken } = page;
  if (!nextPageToken && !nextSyncToken) {
    throw new ProviderError('temporary', 'Google Calendar did not say where it stands.');
  }
  const next: Cursor = nextPageToken
    ? { syncToken, pageToken: nextPageToken }
    : { syncToken: nextSyncToken };
  return { page: page.items ?? [], next, isLast: !nextPageToken };
}

/** A cancelled event may contain nothing but its id. */
function splitChanges(page: readonly Event[]): Pick<ChangePage, 'changed' | 'removed'> {
  const ids = (wanted: boolean) =>
    page.flatMap(({ id, status }) => (id && (status === 'cancelled') === wanted ? [id] : []));
  return { changed: ids(false), removed: ids(true) };
}

async function listSpan(list: List, window: Window, pageToken: string | undefined) {
  const { since, until, domains } = window;
  const span = readSpan(pageToken) ?? firstSpan(since, new Date(), until);
  const parameters = {
    timeMin: new Date(span.from).toISOString(),
    ...(span.to !== undefined && { timeMax: new Date(span.to).toISOString() }),
    maxResults: eventPageSize,
    orderBy: 'startTime' as const,
  };
  const send = (token: string | undefined) =>
    list({ ...parameters, ...(token !== undefined && { pageToken: token }) });
  const response = await send(span.token).catch((error: unknown) => {
    if (googleStatus(error) === 400 && span.token !== undefined) return send(undefined);
    throw error;
  });
  const page = (response.items ?? []).toReversed();
  const matches = domains && createDomainMatcher(domains);
  const isWanted = ({ attendees, organizer }: Event) =>
    matches === undefined ||
    [organizer, ...(attendees ?? [])].some(
      (person) => matches(person?.email?.toLowerCase() ?? '').length > 0,
    );
  const next: Span | undefined = response.nextPageToken
    ? { ...span, token: response.nextPageToken }
    : nextSpan(span, since);
  return {
    page,
    ids: page.flatMap((event) => (event.id && isWanted(event) ? [event.id] : [])),
    nextPageToken: next && writeSpan(next),
    total: undefined,
  } satisfies ListPage & { page: Event[] };
}
