import type { CalendarAccount } from './calendar-account.ts';
import {
  MAX_CALENDARS,
  MAX_EVENT_ADDRESS,
  MAX_OWN_ADDRESS,
  MAX_OWN_ADDRESSES,
  MAX_STATE_LENGTH,
  MAX_TIME_ZONE_LENGTH,
} from './caldav-limits.ts';
import type { DavClient } from './dav/dav-client.ts';
import { DavResponseError, DavStatusError, isOfResource } from './dav/dav-failure.ts';
import type { DavResponse } from './dav/multistatus.ts';
import { names, propfind } from './dav/names.ts';
import { textOfElement } from './dav/read-xml.ts';

/** Paths at which servers have their calendars, in the order of attempts: RFC 6764, then common ones. */
const paths = [
  '/.well-known/caldav',
  '/',
  '/remote.php/dav/',
  '/dav/',
  '/caldav/',
  '/dav.php/',
  '/SOGo/dav/',
];
const MAX_HOMES = 5;

/**
 * Finds the user's calendars on a server (RFC 6764, section 6): the principal, then its calendar homes.
 *
 * @throws as `DavClient`; also where the server has no calendars for the user.
 */
export async function discoverCalendars(
  client: DavClient,
  address: string,
): Promise<Pick<CalendarAccount, 'homes' | 'principal' | 'addresses'>> {
  const principal = await findPrincipal(client);
  const { responses, url } = await client.send(principal, {
    method: 'PROPFIND',
    depth: '0',
    body: propfind(names.home, names.addresses),
  });
  const [response] = responses;
  const homes = hrefsOf(response, names.home)
    .slice(0, MAX_HOMES)
    .map((href) => client.at(href, url).href);
  if (homes.length === 0) throw new DavResponseError('It names no calendars of this account.');
  const own = hrefsOf(response, names.addresses)
    .filter((href) => /^mailto:/i.test(href))
    .map((href) => href.slice('mailto:'.length).trim())
    // A longer one belongs to no mailbox, and would be stored with the credentials.
    .filter((one) => one.length <= MAX_OWN_ADDRESS);
  const addresses = [address.trim(), ...own].map((one) => one.toLowerCase());
  return {
    homes,
    principal: principal.href,
    addresses: [...new Set(addresses)].slice(0, MAX_OWN_ADDRESSES),
  };
}

async function findPrincipal(client: DavClient): Promise<URL> {
  let failure: unknown = new DavResponseError('It names no user (current-user-principal).');
  for (const path of paths) {
    try {
      const { responses, url } = await client.send(client.at(path), {
        method: 'PROPFIND',
        depth: '0',
        body: propfind(names.principal),
      });
      const [href] = responses.flatMap((response) => hrefsOf(response, names.principal));
      if (href !== undefined) return client.at(href, url);
    } catch (error) {
      // Other paths of the same server need the same password.
      const isElsewhere = error instanceof DavStatusError && isOtherPath(error.status);
      if (!isElsewhere && !(error instanceof DavResponseError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

const isOtherPath = (status: number): boolean =>
  [200, 204, 301, 302, 400, 403, 404, 405, 410, 501].includes(status);

/** The addresses in a property. */
function hrefsOf(response: DavResponse | undefined, property: string): string[] {
  const children = response?.properties.get(property)?.children ?? [];
  return children.flatMap((child) => {
    const href = child.name === names.href ? textOfElement(child) : '';
    return href === '' ? [] : [href];
  });
}

export interface Calendar {
  url: URL;
  /** Its RFC 6578 state; undefined if the server has none, or one that is too long. */
  syncToken: string | undefined;
  /** Changes whenever anything in it changes; undefined if the server has none, or one that is too long. */
  tag: string | undefined;
  /** Its definition of a time zone, an iCalendar text; undefined if it has none, or one that is too long. */
  timeZone: string | undefined;
}

/** The user's own calendars, in order of their addresses. */
export async function listCalendars(client: DavClient, account: Owned): Promise<Calendar[]> {
  const found = new Map<string, Calendar>();
  for (const home of account.homes) {
    for (const calendar of await readCalendars(client, account, client.at(home))) {
      found.set(calendar.url.href, calendar);
    }
  }
  if (found.size > MAX_CALENDARS) {
    throw new DavResponseError(`It has more than ${MAX_CALENDARS} calendars.`);
  }
  return [...found.values()].sort((a, b) => (a.url.href < b.url.href ? -1 : 1));
}

/**
 * Whether the server says that there is nothing at the address of an event: by the status of the response, or
 * of the one resource in it. An empty response says nothing, and neither does a failure that concerns this
 * address alone.
 *
 * @throws as `DavClient` for failures that concern other requests as well.
 */
export async function isGone(client: DavClient, address: string): Promise<boolean> {
  try {
    return (await readResource(client, address, names.resourceType)) === undefined;
  } catch (error) {
    if (isOfResource(error)) return false;
    throw error;
  }
}

/**
 * Requests a calendar that is not listed at its own address.
 *
 * @returns undefined when its meetings are no longer the user's: it is gone, or the server says that it has no events,
 *   is subscribed, or belongs to someone else. Otherwise why that is unknown.
 * @throws as `DavClient` for failures that concern other requests as well.
 */
export async function checkUnlisted(
  client: DavClient,
  account: Owned,
  address: string,
): Promise<Error | undefined> {
  try {
    const wanted = [names.resourceType, names.components, names.owner];
    const resource = await readResource(client, address, ...wanted);
    if (resource === undefined || (await isStatedExclusion(client, account, resource))) return;
    return new DavResponseError('It does not list a calendar that it has.');
  } catch (error) {
    if (isOfResource(error)) return error;
    throw error;
  }
}

interface Resource {
  /** The address that was requested. */
  address: URL;
  responses: DavResponse[];
  /** The address that responded. */
  url: URL;
}

/** @returns undefined when the server says that there is nothing at the address. */
async function readResource(
  client: DavClient,
  href: string,
  ...wanted: string[]
): Promise<Resource | undefined> {
  const address = client.at(href);
  try {
    const { responses, url } = await client.send(address, {
      method: 'PROPFIND',
      depth: '0',
      body: propfind(...wanted),
    });
    const isMissing = responses.length === 1 && isGoneStatus(responses[0]?.status);
    return isMissing ? undefined : { address, responses, url };
  } catch (error) {
    if (error instanceof DavStatusError && isGoneStatus(error.status)) return undefined;
    throw error;
  }
}

/**
 * Whether a response states that exactly the requested calendar is not one of the user's own with events. Its
 * meetings are removed then, so a response that is absent, empty or about another address proves nothing.
 */
async function isStatedExclusion(
  client: DavClient,
  { principal }: Owned,
  { address, responses, url }: Resource,
): Promise<boolean> {
  const [response] = responses;
  if (response === undefined || responses.length > 1) return false;
  if (pathOf(client.at(response.href, url)) !== pathOf(address)) return false;
  const types = typesOf(response);
  if (!types.includes(names.calendar)) return false;
  if (types.includes(names.subscribed)) return true;
  const components = response.properties.get(names.components)?.children ?? [];
  const isNamed = components.every(({ name, attribute }) => name === names.component && attribute);
  if (components.length > 0 && isNamed && !hasEvents(response)) return true;
  const [owner] = hrefsOf(response, names.owner);
  if (owner === undefined) return false;
  const ownedBy = pathOf(client.at(owner, url));
  // The server may have moved the user since they connected.
  return ownedBy !== pathOf(new URL(principal)) && ownedBy !== pathOf(await findPrincipal(client));
}

const isGoneStatus = (status: number | undefined): boolean => status === 404 || status === 410;

type Owned = Pick<CalendarAccount, 'homes' | 'principal'>;

async function readCalendars(
  client: DavClient,
  { principal }: Owned,
  at: URL,
): Promise<Calendar[]> {
  const { responses, url } = await client.send(at, {
    method: 'PROPFIND',
    depth: '1',
    body: propfind(
      names.resourceType,
      names.components,
      names.owner,
      names.syncToken,
      names.tag,
      names.timeZone,
    ),
  });
  const ofUser = new URL(principal);
  return responses
    .filter((response) => isOwnCalendar(response, ofUser, url))
    .map((response) => toCalendar(client.at(response.href, url), response));
}

/** Calendars that others share, and published ones, are not the user's meetings. */
function isOwnCalendar(response: DavResponse, principal: URL, base: URL): boolean {
  const { properties } = response;
  const types = typesOf(response);
  if (!types.includes(names.calendar) || types.includes(names.subscribed)) return false;
  const owner = properties.get(names.owner)?.children.find(({ name }) => name === names.href);
  const ownedBy = owner && URL.parse(textOfElement(owner), base.href);
  if (ownedBy && pathOf(ownedBy) !== pathOf(principal)) return false;
  return hasEvents(response);
}

const typesOf = ({ properties }: DavResponse): string[] =>
  properties.get(names.resourceType)?.children.map(({ name }) => name) ?? [];

/** Whether a calendar has events, unless the server denies it. */
function hasEvents({ properties }: DavResponse): boolean {
  const components = properties.get(names.components)?.children ?? [];
  return (
    components.length === 0 ||
    components.some(({ attribute }) => attribute?.toUpperCase() === 'VEVENT')
  );
}

const pathOf = ({ pathname }: URL): string => safeDecode(pathname).replace(/\/$/, '');

function toCalendar(url: URL, { properties }: DavResponse): Calendar {
  const text = (name: string, maximum: number) => {
    const value = textOfElement(properties.get(name));
    return value !== '' && value.length <= maximum ? value : undefined;
  };
  // Without a token or a tag the events themselves are compared: nothing is lost.
  const state = (name: string) => text(name, MAX_STATE_LENGTH);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  // The addresses of its events begin with it: none of them could be stored.
  if (url.href.length > MAX_EVENT_ADDRESS) {
    throw new DavResponseError('It names a calendar by an address that is too long.');
  }
  return {
    url,
    syncToken: state(names.syncToken),
    tag: state(names.tag),
    timeZone: text(names.timeZone, MAX_TIME_ZONE_LENGTH),
  };
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
