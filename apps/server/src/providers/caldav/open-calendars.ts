import { businessTimeZone } from '@repo/domain/time/business-day';
import type { ProviderSession } from '../../modules/integrations/provider.ts';
import type {
  ActivitySource,
  Window,
} from '../../modules/integrations/provider/activity-source.ts';
import { ProviderError } from '../../modules/integrations/provider-error.ts';
import { type CalendarAccount, readCalendarAccount } from './calendar-account.ts';
import { DatabaseUnavailableError } from '../../platform/database/database-unavailable.ts';
import { MAX_CALENDARS } from './caldav-limits.ts';
import { createDavClient, type DavNetwork } from './dav/dav-client.ts';
import {
  DavResponseError,
  DavStatusError,
  isOfAccount,
  toProviderError,
} from './dav/dav-failure.ts';
import { takeTurn } from '#platform/turns.ts';
import {
  type Calendar,
  checkUnlisted,
  discoverCalendars,
  listCalendars,
} from './discover-calendars.ts';
import { runInTurns } from '../calendar/ics/steps.ts';
import { ianaZone } from '../calendar/ics/zoned-time.ts';
import { createZoneOfCalendar } from '../calendar/ics/zone-of-calendar.ts';
import { createItemCache } from './item-cache.ts';
import { pageOf, type WindowItems } from './list-window.ts';
import { mapEvent, type MeetingItem, unreadableAt } from '../calendar/map-occurrence.ts';
import { createChangesReader } from './changes/read-changes.ts';
import { normalizeAddress } from './read-events.ts';
import { readItemAt, UnreadableEventError } from './read-item.ts';
import { readWindowItems } from './read-window.ts';
import type { Reading } from './reading.ts';
import { isOfCalendar, readSkipped } from './skipped-calendar.ts';

const businessZone = ianaZone(businessTimeZone);

/** Opens a user's calendars with the given password. */
export function openCalendars(network: DavNetwork, session: ProviderSession): ActivitySource {
  const { signal, source } = session;
  let account = readCalendarAccount(session.credentials);
  const client = createDavClient(network, account, signal, network.timeoutMs);
  const cache = createItemCache();
  const floatingZone = createZoneOfCalendar(businessZone);
  const addresses = () => new Set([source, ...account.addresses]);

  let known: Calendar[] | undefined;
  /** What was found out since the calendars were listed. */
  const unlisted = new Map<string, Error | undefined>();
  /** Why the server did not respond at the address of one of them. */
  let unresponsive: Error | undefined;
  const calendars = async (): Promise<Calendar[]> => {
    known = await listMoved();
    unlisted.clear();
    unresponsive = undefined;
    return known;
  };
  /**
   * The server has just listed the others, so they can be read even if it does not respond at this
   * address. No further one is requested then: each may take a minute.
   */
  const check = async (href: string): Promise<Error | undefined> => {
    if (unresponsive !== undefined) return unresponsive;
    try {
      return await checkUnlisted(client, account, href);
    } catch (error) {
      signal.throwIfAborted();
      if (isOfAccount(error) || !(error instanceof Error)) throw error;
      unresponsive = error;
      return error;
    }
  };
  const listMoved = async (): Promise<Calendar[]> => {
    try {
      return await listCalendars(client, account);
    } catch (error) {
      if (!(error instanceof DavStatusError) || ![404, 410].includes(error.status)) throw error;
      // The server has moved the calendars of the user.
      const found = await discoverCalendars(client, source);
      account = { ...account, ...found } satisfies CalendarAccount;
      session.saveCredentials(account);
      return listCalendars(client, account);
    }
  };

  const nextTurn = async () => {
    await takeTurn();
    signal.throwIfAborted();
  };

  const map: Reading['map'] = async (event, calendar, span, isWanted) => {
    const { href, data, problem } = event;
    // Others have their turn between two events, and during one that takes long.
    await nextTurn();
    if (problem !== undefined) return { items: [], problem };
    if (data === undefined) return { items: [] };
    try {
      const reader = { addresses: addresses(), zone: floatingZone(calendar) };
      const steps = mapEvent({ href, data }, reader, span, isWanted);
      return { items: await runInTurns(steps, nextTurn) };
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      return { items: [], problem: `An event cannot be read. ${reason}` };
    }
  };

  const reading: Reading = {
    client,
    signal,
    refused: new Map(),
    calendars,
    calendarAt: async ({ href }) => {
      const address = normalizeAddress(href);
      return (known ?? (await calendars())).find(
        ({ url }) => normalizeAddress(url.href) === address,
      );
    },
    checkUnlisted: async (href) => {
      if (!unlisted.has(href)) unlisted.set(href, await check(href));
      const problem = unlisted.get(href);
      if (problem === undefined) return undefined;
      if (known?.length === 0) throw problem;
      const skipped = [...unlisted.values()].filter((one) => one !== undefined);
      if (skipped.length > MAX_CALENDARS) {
        throw new DavResponseError(
          `It has more than ${MAX_CALENDARS} calendars without listing them.`,
        );
      }
      return problem;
    },
    findSkipped: async (href) =>
      readSkipped(href, (await session.findLocations?.(unreadableAt(href).id)) ?? []),
    map,
    findFolders: async (prefix) => {
      const folders =
        (await session.findFolders?.(prefix === '' ? '' : normalizeAddress(prefix))) ?? [];
      return folders.filter((folder) => !isOfCalendar(folder));
    },
  };
  const changes = createChangesReader(reading, cache);

  let last: { key: string; items: WindowItems } | undefined;
  let lastById = new Map<string, MeetingItem>();
  const readWindow = async (window: Window): Promise<WindowItems> => {
    const key = `${window.since.getTime()} ${window.until?.getTime()}`;
    if (last?.key !== key) {
      const items = await readWindowItems(reading, window);
      last = { key, items };
      lastById = new Map(items.items.map((item) => [item.location.id, item]));
    }
    return last.items;
  };

  const forgetWindow = () => {
    last = undefined;
    lastById = new Map();
  };

  /** Looks for an occurrence in the events that had it. */
  const find = async (id: string): Promise<MeetingItem | undefined> => {
    const known = cache.get(id) ?? lastById.get(id);
    if (known !== undefined) return known;
    const locations = (await session.findLocations?.(id)) ?? [];
    for (const location of locations) {
      const found = await readItemAt(reading, location);
      if (found !== undefined) return found;
    }
    return undefined;
  };

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
        if (page.contents !== undefined) forgetWindow();
        return page;
      }),
    list: (window, pageToken) =>
      worded(async () => pageOf(await readWindow(window), window, pageToken)),
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

/**
 * Wrong settings concern the whole account, not the event that was being read: the sync stops and is
 * retried, since a certificate may be renewed.
 */
const unlessPermanent = (error: ProviderError): ProviderError =>
  error.kind === 'permanent'
    ? new ProviderError('temporary', error.message, { cause: error.cause })
    : error;
