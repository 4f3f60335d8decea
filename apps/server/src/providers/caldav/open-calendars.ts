import type { ProviderSession } from '#modules/integrations/provider.ts';
import type { ActivitySource, Window } from '#modules/integrations/provider/activity-source.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { type MeetingItem, unreadableAt } from '../calendar/map-occurrence.ts';
import { readCalendarAccount } from './calendar-account.ts';
import { createCalendarsOfAccount } from './calendars-of-account.ts';
import { createChangesReader } from './changes/read-changes.ts';
import { createDavClient, type DavNetwork } from './dav/dav-client.ts';
import { toProviderError } from './dav/dav-failure.ts';
import { createEventMapper } from './event-mapper.ts';
import { createItemCache } from './item-cache.ts';
import { pageOf, type WindowItems } from './list-window.ts';
import { normalizeAddress } from './read-events.ts';
import { readItemAt, UnreadableEventError } from './read-item.ts';
import { readWindowItems } from './read-window.ts';
import type { Reading } from './reading.ts';
import { isOfCalendar, readSkipped } from './skipped-calendar.ts';

/** Opens a user's calendars with the given password. */
export function openCalendars(network: DavNetwork, session: ProviderSession): ActivitySource {
  const { signal } = session;
  const account = readCalendarAccount(session.credentials);
  const client = createDavClient(network, account, signal, network.timeoutMs);
  const { addresses, ...calendars } = createCalendarsOfAccount(client, session);
  const reading: Reading = {
    client,
    signal,
    refused: new Map(),
    ...calendars,
    map: createEventMapper(signal, addresses),
    findSkipped: async (href) =>
      readSkipped(href, (await session.findLocations?.(unreadableAt(href).id)) ?? []),
    findFolders: async (prefix) => {
      const folders =
        (await session.findFolders?.(prefix === '' ? '' : normalizeAddress(prefix))) ?? [];
      return folders.filter((folder) => !isOfCalendar(folder));
    },
  };
  const cache = createItemCache();
  const changes = createChangesReader(reading, cache);
  const lastWindow = createLastWindow(reading);

  /** Looks for an occurrence in the events that had it. */
  const find = async (id: string): Promise<MeetingItem | undefined> => {
    const known = cache.get(id) ?? lastWindow.get(id);
    if (known !== undefined) return known;
    for (const location of (await session.findLocations?.(id)) ?? []) {
      const found = await readItemAt(reading, location);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  /** Runs a call and throws its failures as provider errors, in words. */
  const worded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const isOurs = error instanceof DatabaseUnavailableError;
      if (isOurs || error instanceof UnreadableEventError) throw error;
      throw unlessPermanent(toProviderError(error, account.server));
    }
  };

  return {
    position: () => worded(() => changes.position()),
    changes: (cursor) =>
      worded(async () => {
        const page = await changes.read(cursor);
        if (page.contents !== undefined) lastWindow.forget();
        return page;
      }),
    list: (window, pageToken) =>
      worded(async () => pageOf(await lastWindow.read(window), window, pageToken)),
    head: (id) =>
      worded(async () => {
        const item = await find(id);
        if (item === undefined) return undefined;
        const { occurredAt, participants } = item.activity;
        return { occurredAt, participants, listAddresses: [] };
      }),
    read: (id) => worded(async () => (await find(id))?.activity),
    close: () => client.close(),
  };
}

/** Remembers the meetings of the window that was read last: its pages are read one after the other. */
function createLastWindow(reading: Reading) {
  let last: { key: string; items: WindowItems } | undefined;
  let byId = new Map<string, MeetingItem>();
  return {
    read: async (window: Window): Promise<WindowItems> => {
      const key = `${window.since.getTime()} ${window.until?.getTime()}`;
      if (last?.key !== key) {
        const items = await readWindowItems(reading, window);
        last = { key, items };
        byId = new Map(items.items.map((item) => [item.location.id, item]));
      }
      return last.items;
    },
    get: (id: string): MeetingItem | undefined => byId.get(id),
    forget: () => {
      last = undefined;
      byId = new Map();
    },
  };
}

/**
 * Wrong settings concern the whole account, not the event that was being read: the sync stops and is
 * retried, since a certificate may be renewed.
 */
const unlessPermanent = (error: ProviderError): ProviderError =>
  error.kind === 'permanent'
    ? new ProviderError('temporary', error.message, { cause: error.cause })
    : error;
