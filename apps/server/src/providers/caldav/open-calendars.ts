import { businessTimeZone } from '@repo/domain/time/business-day';
import type { ProviderSession } from '../../modules/integrations/provider.ts';
import type {
  ActivitySource,
  Window,
} from '../../modules/integrations/provider/activity-source.ts';
import type { ItemLocation } from '../../modules/integrations/provider/item-location.ts';
import { ProviderError } from '../../modules/integrations/provider-error.ts';
import { type CalendarAccount, readCalendarAccount } from './calendar-account.ts';
import {
  BATCH_SIZE,
  changedSpan,
  MAX_CALENDARS,
  MAX_EVENTS,
  MAX_OCCURRENCES,
  MAX_WEIGHT,
  wholeSpan,
} from './caldav-limits.ts';
import { DatabaseUnavailableError } from '../../platform/database/database-unavailable.ts';
import { createDavClient, type DavNetwork } from './dav/dav-client.ts';
import {
  DavResponseError,
  DavStatusError,
  isOfAccount,
  toProviderError,
} from './dav/dav-failure.ts';
import { takeTurn } from './dav/yield-to-event-loop.ts';
import {
  type Calendar,
  checkUnlisted,
  discoverCalendars,
  listCalendars,
} from './discover-calendars.ts';
import type { Span } from '../calendar/ics/read-occurrences.ts';
import { runInTurns } from '../calendar/ics/steps.ts';
import { ianaZone } from '../calendar/ics/zoned-time.ts';
import { createZoneOfCalendar } from '../calendar/ics/zone-of-calendar.ts';
import { createItemCache } from './item-cache.ts';
import { inOrder, pageOf, spanOf, type WindowItems } from './list-window.ts';
import {
  isUnreadable,
  mapEvent,
  type MeetingItem,
  unreadableAt,
} from '../calendar/map-occurrence.ts';
import { createChangesReader } from './changes/read-changes.ts';
import { listEvents, normalizeAddress, readEvents } from './read-events.ts';
import type { Reading } from './reading.ts';
import { createRefusals } from './refusals.ts';
import { calendarProblem, isOfCalendar, readSkipped, skippedInWindow } from './skipped-calendar.ts';

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
      const items = await readAll(reading, spanOf(window));
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
      const found = await readAt(reading, location);
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

/** It is stored as failed with this message, and tried again. */
class UnreadableEventError extends Error {
  override name = 'UnreadableEventError';
}

/**
 * All meetings of all calendars that begin in a span. A calendar that cannot be read is a failed item, and is read as a
 * whole when it can be; but not so far back as a history may begin, so that the list waits for it then.
 */
async function readAll(reading: Reading, span: Span): Promise<WindowItems> {
  const items = new Map<string, MeetingItem>();
  const unreadable: WindowItems['unreadable'] = [];
  const calendars = await reading.calendars();
  const refusals = createRefusals(reading);
  const isRepeated = span.from >= changedSpan().from;
  let events = 0;
  let weight = 0;
  const readCalendar = async (calendar: Calendar) => {
    const listed = await listEvents(reading.client, calendar);
    events += listed.length;
    if (events > MAX_EVENTS) {
      throw new ProviderError('temporary', `These calendars have more than ${MAX_EVENTS} events.`);
    }
    for (let from = 0; from < listed.length; from += BATCH_SIZE) {
      const hrefs = listed.slice(from, from + BATCH_SIZE).map(({ href }) => href);
      for (const event of await readEvents(reading.client, calendar, hrefs)) {
        const { items: found, problem } = await reading.map(event, calendar, span);
        for (const item of found) {
          weight += item.weight;
          items.set(item.location.id, item);
        }
        if (items.size > MAX_OCCURRENCES || weight > MAX_WEIGHT) {
          throw new ProviderError('temporary', 'These calendars have too many meetings at once.');
        }
        if (problem !== undefined) {
          const location = unreadableAt(event.href);
          unreadable.push({ id: location.id, reason: problem, location });
        }
      }
    }
  };
  for (const calendar of calendars) {
    if (isRepeated) await refusals.attempt(calendar, () => readCalendar(calendar));
    else await readCalendar(calendar);
  }
  refusals.requireOne(calendars);
  const skipped = [...refusals.reasons].map(([href, reason]) => skippedInWindow(href, reason));
  return { items: [...items.values()].sort(inOrder), unreadable, skipped };
}

async function readAt(reading: Reading, location: ItemLocation): Promise<MeetingItem | undefined> {
  const { client, map } = reading;
  const folder = new URL('.', client.at(location.folder));
  const calendar = await reading.calendarAt(folder);
  if (calendar === undefined) {
    // A calendar that no longer exists has no events; one that is not listed may still be there.
    const problem = await reading.checkUnlisted(folder.href);
    if (problem === undefined) return undefined;
    throw new UnreadableEventError(calendarProblem(folder.href), { cause: problem });
  }
  const refusal = reading.refused.get(calendar.url.href);
  if (refusal !== undefined) throw skippedError(calendar, refusal);
  if (isOfCalendar(location.folder)) {
    const refusals = createRefusals(reading);
    await refusals.attempt(calendar, () => listEvents(client, calendar));
    for (const [, reason] of refusals.reasons) throw skippedError(calendar, reason);
    return undefined;
  }
  const [event] = await readEvents(client, calendar, [location.folder]);
  if (event === undefined) return undefined;
  const isWanted = ({ id }: ItemLocation) => isUnreadable(location.id) || id === location.id;
  const { items, problem } = await map(event, calendar, wholeSpan(), isWanted);
  if (problem !== undefined) throw new UnreadableEventError(problem);
  return items[0];
}

const skippedError = ({ url }: Calendar, reason: Error) =>
  new UnreadableEventError(calendarProblem(url.href, reason), { cause: reason });

/**
 * Wrong settings concern the whole account, not the event that was being read: the sync stops and is
 * retried, since a certificate may be renewed.
 */
const unlessPermanent = (error: ProviderError): ProviderError =>
  error.kind === 'permanent'
    ? new ProviderError('temporary', error.message, { cause: error.cause })
    : error;
