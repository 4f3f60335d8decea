import {
  BATCH_SIZE,
  EVENTS_SIZE,
  LIST_SIZE,
  MAX_EVENT_ADDRESS,
  MAX_EVENTS,
  MAX_FAILING_EVENTS,
  MAX_STATE_LENGTH,
} from './caldav-limits.ts';
import { MAX_EVENT_BYTES } from '../calendar/meeting-limits.ts';
import type { DavClient } from './dav/dav-client.ts';
import { DavResponseError, DavStatusError, isOfAccount, isTooLarge } from './dav/dav-failure.ts';
import type { DavResponse } from './dav/multistatus.ts';
import { names, prop, propfind, report } from './dav/names.ts';
import { escapeXml, textOfElement } from './dav/read-xml.ts';
import { yieldToEventLoop } from './dav/yield-to-event-loop.ts';
import type { Calendar } from './discover-calendars.ts';

/** An event, or a series, as a resource of a calendar. */
export interface EventResource {
  /** Its address. */
  href: string;
  /** Its iCalendar text; undefined when it no longer exists. */
  data: string | undefined;
  /** Why it cannot be read, for users. */
  problem?: string;
  /** Its version; undefined if the server returned none. */
  etag?: string;
}

export interface CalendarChanges {
  /** Addresses of new and changed events, in order. */
  changed: string[];
  gone: string[];
  syncToken: string;
  /** The server has more changes after that token. */
  isPartial: boolean;
}

/**
 * The addresses and versions of all events of a calendar.
 *
 * @throws DavResponseError for a version that is too long: without it, a change would not be seen.
 */
export async function listEvents(
  client: DavClient,
  { url }: Calendar,
): Promise<{ href: string; etag: string }[]> {
  const { responses } = await client.send(url, {
    method: 'PROPFIND',
    depth: '1',
    body: propfind(names.etag),
    maximum: LIST_SIZE,
  });
  const addressOf = createAddressReader(client, url);
  const events: { href: string; etag: string }[] = [];
  for await (const response of yieldToEventLoop(responses)) {
    const href = addressOf(response);
    const etag = textOfElement(response.properties.get(names.etag));
    if (etag.length > MAX_STATE_LENGTH) {
      throw new DavResponseError('It names a version of an event that is too long.');
    }
    if (href !== undefined && response.status !== 404) events.push({ href, etag });
  }
  if (events.length > MAX_EVENTS) throw tooMany();
  return events;
}

/**
 * Reads what changed in a calendar since a token; everything without one.
 *
 * @throws DavStatusError also when the server does not know the token.
 */
export async function readSyncCollection(
  client: DavClient,
  { url }: Calendar,
  token: string | undefined,
): Promise<CalendarChanges> {
  const { responses, syncToken } = await client.send(url, {
    method: 'REPORT',
    // RFC 6578 has no depth; servers of its drafts need one.
    depth: '1',
    body: report(
      'd:sync-collection',
      `<d:sync-token>${escapeXml(token ?? '')}</d:sync-token><d:sync-level>1</d:sync-level>${prop([names.etag])}`,
    ),
    maximum: LIST_SIZE,
  });
  if (syncToken === undefined) throw new DavResponseError('It does not say where it stands.');
  if (syncToken.length > MAX_STATE_LENGTH) {
    throw new DavResponseError('It says where it stands by a token that is too long.');
  }
  const changed = new Set<string>();
  const gone = new Set<string>();
  const addressOf = createAddressReader(client, url);
  let isPartial = false;
  for await (const response of yieldToEventLoop(responses)) {
    const href = addressOf(response);
    if (href === undefined) isPartial ||= response.status === 507;
    else (response.status === 404 || response.status === 410 ? gone : changed).add(href);
  }
  if (changed.size > MAX_EVENTS) throw tooMany();
  return { changed: [...changed].sort(), gone: [...gone], syncToken, isPartial };
}

const tooMany = () => new DavResponseError(`It has more than ${MAX_EVENTS} events.`);

/**
 * Reads the events at some addresses, in their order. An event that the server omits is requested again
 * alone: it is gone only if the server says so. A few events at which the server fails become failed items,
 * if it sends others.
 */
export async function readEvents(
  client: DavClient,
  { url }: Pick<Calendar, 'url'>,
  hrefs: readonly string[],
): Promise<EventResource[]> {
  const found = new Map<string, EventResource>();
  const failing: string[] = [];
  const read = async (some: readonly string[]): Promise<void> => {
    try {
      for (const event of await multiget(client, url, some)) found.set(event.href, event);
    } catch (error) {
      // One event that the server cannot send, or a too large one, fails the whole request.
      const isOfEvents =
        isTooLarge(error) || (error instanceof DavStatusError && error.status === 500);
      if (!isOfEvents) throw error;
      const [href] = some;
      if (some.length === 1 && href !== undefined) {
        if (!isTooLarge(error)) {
          failing.push(href);
          if (hrefs.length === 1 || failing.length > MAX_FAILING_EVENTS) throw error;
          return;
        }
        found.set(href, { href, data: undefined, problem: 'The event is too large.' });
        return;
      }
      const middle = Math.ceil(some.length / 2);
      await read(some.slice(0, middle));
      await read(some.slice(middle));
    }
  };
  for (let from = 0; from < hrefs.length; from += BATCH_SIZE) {
    const some = hrefs.slice(from, from + BATCH_SIZE);
    await read(some);
    if (!some.some((href) => found.has(href)) && some.length > 1) {
      throw new DavResponseError('It lists events and sends none of them.');
    }
    for (const href of failing) {
      const problem =
        'The server fails when it is asked for this event. Check whether your calendar program can open it.';
      found.set(href, { href, data: undefined, problem });
    }
    const left = some.filter((href) => !found.has(href));
    if (left.length > 0) await read(left);
    for (const href of left) {
      const problem = 'The server lists this event but does not send it.';
      if (!found.has(href)) found.set(href, { href, data: undefined, problem });
    }
  }
  return hrefs.flatMap((href) => found.get(href) ?? []);
}

/**
 * Finds the events among these that a calendar has, and those that it reports as gone, with one request.
 * Other events are in neither, and none is in either if the server fails at one.
 */
export async function findEvents(
  client: DavClient,
  { url }: Pick<Calendar, 'url'>,
  hrefs: readonly string[],
): Promise<{ href: string; etag: string; isGone: boolean }[]> {
  try {
    const events = await multiget(client, url, hrefs);
    return events.map(({ href, data, problem, etag = '' }) => ({
      href,
      etag,
      isGone: data === undefined && problem === undefined,
    }));
  } catch (error) {
    const isOfEvents = isTooLarge(error) || error instanceof DavStatusError;
    if (isOfEvents && !isOfAccount(error)) return [];
    throw error;
  }
}

async function multiget(
  client: DavClient,
  url: URL,
  hrefs: readonly string[],
): Promise<EventResource[]> {
  const wanted = hrefs.map((href) => `<d:href>${escapeXml(new URL(href).pathname)}</d:href>`);
  const { responses } = await client.send(url, {
    method: 'REPORT',
    depth: '1',
    body: report('c:calendar-multiget', `${prop([names.etag, names.data])}${wanted.join('')}`),
    maximum: EVENTS_SIZE,
  });
  const addressOf = createAddressReader(client, url);
  const isWanted = new Set(hrefs);
  return responses.flatMap((response) => {
    const href = addressOf(response);
    return href !== undefined && isWanted.has(href) ? (toEvent(href, response) ?? []) : [];
  });
}

function toEvent(href: string, { status, properties }: DavResponse): EventResource | undefined {
  if (status === 404 || status === 410) return { href, data: undefined };
  const data = properties.get(names.data)?.text;
  if (data === undefined || data.trim() === '') return undefined;
  const etag = textOfElement(properties.get(names.etag));
  return data.length > MAX_EVENT_BYTES
    ? { href, data: undefined, problem: 'The event is too large.', etag }
    : { href, data, etag };
}

/**
 * Returns a reader of the addresses of a calendar's events; undefined for the calendar itself and anything
 * else. A list has up to 100,000 of them, so the calendar's own path is normalized once, not in each.
 *
 * It throws DavResponseError for an address that is too long to be stored.
 */
function createAddressReader(client: DavClient, calendar: URL) {
  const { pathname: raw } = calendar;
  const folder = normalize(raw);
  const pathOf = ({ pathname }: URL): string =>
    pathname.startsWith(raw) ? folder + normalize(pathname.slice(raw.length)) : normalize(pathname);

  return ({ href }: DavResponse): string | undefined => {
    if (href.length > MAX_EVENT_ADDRESS) throw tooLong();
    const path = pathOf(client.at(href, calendar));
    if (!path.startsWith(folder) || path === folder || path.endsWith('/')) return undefined;
    const address = new URL(path, calendar).href;
    if (address.length > MAX_EVENT_ADDRESS) throw tooLong();
    return address;
  };
}

const tooLong = () => new DavResponseError('It names an event by an address that is too long.');

/** The address of a calendar as the addresses of its events begin with it. */
export function normalizeAddress(href: string): string {
  const url = new URL(href);
  return new URL(normalize(url.pathname), url).href;
}

/** Servers encode the same path in different ways. */
function normalize(path: string): string {
  return path
    .split('/')
    .map((part) => {
      try {
        return encodeURIComponent(decodeURIComponent(part));
      } catch {
        return part;
      }
    })
    .join('/');
}
