import type { ChangePage, Cursor } from '#modules/integrations/provider/activity-source.ts';
import type { Calendar } from '../discover-calendars.ts';
import type { ItemCache } from '../item-cache.ts';
import type { EventResource } from '../read-events.ts';
import type { Reading } from '../reading.ts';
import { createRefusals, type Refusals } from '../refusals.ts';
import type { Skipped } from '../skipped-calendar.ts';
import {
  type CalendarCursor,
  type CalendarState,
  isUnchanged,
  readCalendarState,
} from './calendar-cursor.ts';
import { findListedAgain, findUnlisted, READ_WHOLE } from './calendar-states.ts';
import { readPageEvents, toChangePage, withSkipped } from './change-page.ts';
import { type Comparison, compareStored } from './compare-stored.ts';
import { type Difference, readDifference } from './read-difference.ts';
import { readGap } from './read-gap.ts';

/** One round reads all calendars that differ from a cursor, one after the other. */
interface Round {
  /** The cursor after the pages read so far, as JSON. */
  nextCursor: string;
  calendars: Calendar[];
  /** Their stored entries as skipped calendars when the read began, by their addresses. */
  stored: Map<string, Skipped>;
  done: Set<string>;
  differences: Map<string, Difference>;
  /** Events that were requested and not yet returned. */
  ahead: Map<string, EventResource>;
  comparison?: Comparison;
  refusals: Refusals;
}

export function createChangesReader(reading: Reading, cache: ItemCache) {
  let round: Round | undefined;

  const begin = async (): Promise<Round> => {
    const calendars = await reading.calendars();
    const stored = new Map<string, Skipped>();
    for (const { url } of calendars) stored.set(url.href, await reading.findSkipped(url.href));
    return {
      nextCursor: '',
      calendars,
      stored,
      done: new Set(),
      differences: new Map(),
      ahead: new Map(),
      refusals: createRefusals(reading),
    };
  };

  return {
    position: async (): Promise<Cursor> => {
      const states: Record<string, CalendarState> = {};
      const calendars = await reading.calendars();
      const refusals = createRefusals(reading);
      for (const calendar of calendars) {
        const { href } = calendar.url;
        // A stored event may have changed since the last cursor, so it is read again as a whole.
        const hasStored = (await reading.findFolders(href)).length > 0;
        const begin = () => readCalendarState(reading, calendar);
        states[href] = hasStored ? {} : ((await refusals.attempt(calendar, begin)) ?? READ_WHOLE);
      }
      refusals.requireOne(calendars);
      return { calendars: states, compared: '' };
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
 * Reads a page of the first calendar that differs from the cursor. One that cannot be read is skipped, with
 * the state up to which it was read.
 */
async function readPage(
  reading: Reading,
  cache: ItemCache,
  round: Round,
  { calendars: known, progress }: CalendarCursor,
): Promise<ChangePage> {
  const { calendars, refusals } = round;
  const states = { ...known };
  const { gone, unlisted } = await findUnlisted(reading, calendars, states);
  gone.push(...findListedAgain(round, states));
  const find = () => {
    const different = calendars.filter(
      (one) => !round.done.has(one.url.href) && !isUnchanged(one, states[one.url.href]),
    );
    // One that could not be read may take as long as a turn to fail again.
    return different.find(({ url }) => !states[url.href]?.isSkipped) ?? different[0];
  };
  const calendar = find();
  const page = await readCalendar(reading, cache, round, { calendar, states, progress, gone });
  if (!page.isLast || find() !== undefined) return { ...page, isLast: false };
  refusals.requireOne(calendars);
  return withSkipped(page, unlisted, refusals.reasons);
}

interface CalendarPage {
  calendar: Calendar;
  /** The states of all calendars; changed to those after the page. */
  states: CalendarCursor['calendars'];
  progress: CalendarCursor['progress'];
  /** Events that are gone with other calendars. */
  gone: string[];
}

/** Reads a page of a calendar; the last one of it where it cannot be read, and where none is given. */
async function readCalendar(
  reading: Reading,
  cache: ItemCache,
  round: Round,
  { calendar, ...given }: Omit<CalendarPage, 'calendar'> & { calendar: Calendar | undefined },
): Promise<ChangePage> {
  const { states, gone, progress } = given;
  if (calendar !== undefined) {
    const { href } = calendar.url;
    const page = await round.refusals.attempt(calendar, () =>
      readDifferent(reading, cache, round, { calendar, ...given }),
    );
    if (page !== undefined) return page;
    states[href] = { ...states[href], isSkipped: true };
    if (progress?.calendar === href) {
      const { calendar: _, ...reached } = progress;
      states[href].progress = reached;
    }
    round.differences.delete(href);
    round.done.add(href);
  }
  return { ...toChangePage([], [], gone), next: { calendars: states }, isLast: true };
}

/** Reads a page of a calendar that differs from its state. */
async function readDifferent(
  reading: Reading,
  cache: ItemCache,
  { differences, ahead, done }: Round,
  { calendar, states, progress, gone }: CalendarPage,
): Promise<ChangePage> {
  const { href } = calendar.url;
  const { isSkipped, isReadWhole, progress: reached, ...known } = states[href] ?? {};
  const difference = differences.get(href) ?? (await readDifference(reading, calendar, known));
  differences.set(href, difference);
  const from = progress?.calendar === href ? progress : reached;
  const { next, after } =
    from === undefined || difference.isPartial ? { next: difference.next, after: '' } : from;
  const left = difference.changed.filter((one) => one > after);
  const { events, last } = await readPageEvents(reading, cache, ahead, calendar, left);
  if (last !== undefined && last !== left.at(-1)) {
    return {
      ...toChangePage(events, [], gone),
      next: { calendars: states, progress: { calendar: href, next, after: last } },
      isLast: false,
    };
  }
  states[href] = difference.isPartial
    ? { ...next, ...(isSkipped && { isSkipped }), ...(isReadWhole && { isReadWhole }) }
    : next;
  differences.delete(href);
  if (!difference.isPartial) done.add(href);
  for (const one of difference.gone) cache.set(one, []);
  const again = isSkipped === true && !difference.isPartial ? [href] : [];
  return {
    ...toChangePage(events, difference.gone, [...gone, ...again]),
    next: { calendars: states },
    isLast: !difference.isPartial,
  };
}
