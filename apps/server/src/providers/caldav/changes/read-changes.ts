import type { ChangePage, Cursor } from '../../../modules/integrations/provider/activity-source.ts';
import type { Calendar } from '../discover-calendars.ts';
import type { ItemCache } from '../item-cache.ts';
import { type EventResource, normalizeAddress } from '../read-events.ts';
import type { Reading } from '../reading.ts';
import {
  type CalendarCursor,
  type CalendarState,
  isUnchanged,
  readCalendarState,
} from './calendar-cursor.ts';
import { readPageEvents, toChangePage, withSkipped } from './change-page.ts';
import { type Comparison, compareStored } from './compare-stored.ts';
import { type Difference, readDifference } from './read-difference.ts';
import { readGap } from './read-gap.ts';

/** One round reads all calendars that differ from a cursor, one after the other. */
interface Round {
  /** The cursor, as JSON, of the page after those that were read. */
  nextCursor: string;
  calendars: Calendar[];
  done: Set<string>;
  differences: Map<string, Difference>;
  /** Events that were requested and not yet returned. */
  ahead: Map<string, EventResource>;
  comparison?: Comparison;
}

export function createChangesReader(reading: Reading, cache: ItemCache) {
  let round: Round | undefined;

  const begin = async (): Promise<Round> => ({
    nextCursor: '',
    calendars: await reading.calendars(),
    done: new Set(),
    differences: new Map(),
    ahead: new Map(),
  });

  return {
    position: async (): Promise<Cursor> => {
      const calendars: Record<string, CalendarState> = {};
      for (const calendar of await reading.calendars()) {
        const { href } = calendar.url;
        // What is stored may have changed since the last cursor: then it is read again as a whole.
        const hasStored = (await reading.findFolders(href)).length > 0;
        calendars[href] = hasStored ? {} : await readCalendarState(reading, calendar);
      }
      return { calendars, compared: '' };
    },
    read: async (given: Cursor): Promise<ChangePage> => {
      const key = JSON.stringify(given);
      if (round?.nextCursor !== key) round = await begin();
      const cursor = await compare(reading, round, given as unknown as CalendarCursor);
      const page =
        (await readGapOf(reading, round, cursor)) ??
        (await readPage(reading, cache, round, cursor));
      round.nextCursor = JSON.stringify(page.next);
      if (page.isLast) round = undefined;
      return page;
    },
  };
}

/** Compares all that is stored, for a new cursor; it contains the calendars that are skipped from then on. */
async function compare(
  reading: Reading,
  round: Round,
  cursor: CalendarCursor,
): Promise<CalendarCursor> {
  if (cursor.compared === undefined) return cursor;
  round.comparison ??= await compareStored(reading, round.calendars);
  const skipped = Object.fromEntries(round.comparison.skipped.map((href) => [href, {}]));
  return { ...cursor, calendars: { ...skipped, ...cursor.calendars } };
}

async function readGapOf(
  reading: Reading,
  { comparison }: Round,
  { calendars, compared }: CalendarCursor,
): Promise<ChangePage | undefined> {
  return compared === undefined || comparison === undefined
    ? undefined
    : readGap(reading, comparison, { calendars, compared });
}

/**
 * Finds known calendars that are not listed. Those that are no longer the user's are removed from the states; what may
 * still exist is skipped, with the state up to which it was read.
 *
 * @returns the stored events that are gone with their calendars, and the calendars that are skipped.
 */
async function findUnlisted(
  reading: Reading,
  calendars: readonly Calendar[],
  states: CalendarCursor['calendars'],
): Promise<{ gone: string[]; skipped: string[] }> {
  const isListed = new Set(calendars.map(({ url }) => url.href));
  // The server may encode the address of a calendar in another way than before.
  const addresses = new Set([...isListed].map(normalizeAddress));
  const gone: string[] = [];
  const skipped: string[] = [];
  for (const [href, { isSkipped, ...state }] of Object.entries(states)) {
    const isKnown = addresses.has(normalizeAddress(href));
    if (!isKnown && (await reading.checkUnlisted(href)) !== undefined) {
      skipped.push(href);
      states[href] = { ...state, isSkipped: true };
      continue;
    }
    // It is among the failed items no longer.
    if (isSkipped === true) gone.push(href);
    if (isListed.has(href)) {
      states[href] = state;
    } else {
      delete states[href];
      if (!isKnown) gone.push(...(await reading.findFolders(href)));
    }
  }
  return { gone, skipped };
}

/** Reads a page of the first calendar that differs from the cursor. */
async function readPage(
  reading: Reading,
  cache: ItemCache,
  round: Round,
  { calendars: known, progress }: CalendarCursor,
): Promise<ChangePage> {
  const { calendars, done } = round;
  const isToRead = (one: Calendar, states: CalendarCursor['calendars']) =>
    !done.has(one.url.href) && !isUnchanged(one, states[one.url.href]);
  const calendar = calendars.find((one) => isToRead(one, known));
  const states = { ...known };
  const { gone, skipped } = await findUnlisted(reading, calendars, states);
  if (calendar === undefined) {
    const page = { ...toChangePage([], [], gone), next: { calendars: states }, isLast: true };
    return withSkipped(page, skipped);
  }

  const { href } = calendar.url;
  const difference =
    round.differences.get(href) ?? (await readDifference(reading, calendar, known[href]));
  round.differences.set(href, difference);
  const isContinued = progress?.calendar === href && !difference.isPartial;
  const after = isContinued ? progress.after : '';
  const next = isContinued ? progress.next : difference.next;
  const left = difference.changed.filter((one) => one > after);
  const { events, last } = await readPageEvents(reading, cache, round.ahead, calendar, left);
  if (last !== undefined && last !== left.at(-1)) {
    return {
      ...toChangePage(events, [], gone),
      next: { calendars: states, progress: { calendar: href, next, after: last } },
      isLast: false,
    };
  }
  states[href] = next;
  round.differences.delete(href);
  if (!difference.isPartial) done.add(href);
  for (const one of difference.gone) cache.set(one, []);
  const isLast = !difference.isPartial && !calendars.some((one) => isToRead(one, states));
  const page = {
    ...toChangePage(events, difference.gone, gone),
    next: { calendars: states },
    isLast,
  };
  return isLast ? withSkipped(page, skipped) : page;
}
