import type { ChangePage, Cursor } from '../../../modules/integrations/provider/activity-source.ts';
import type { Calendar } from '../discover-calendars.ts';
import type { ItemCache } from '../item-cache.ts';
import type { EventResource } from '../read-events.ts';
import type { Reading } from '../reading.ts';
import {
  type CalendarCursor,
  type CalendarState,
  isUnchanged,
  readCalendarState,
} from './calendar-cursor.ts';
import { readPageEvents, toChangePage } from './change-page.ts';
import { type Comparison, compareStored, findEventsOfVanished } from './compare-stored.ts';
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
      const cursor = given as unknown as CalendarCursor;
      const key = JSON.stringify(given);
      if (round?.nextCursor !== key) round = await begin();
      const page =
        (await readGapOf(reading, round, cursor)) ??
        (await readPage(reading, cache, round, cursor));
      round.nextCursor = JSON.stringify(page.next);
      if (page.isLast) round = undefined;
      return page;
    },
  };
}

async function readGapOf(
  reading: Reading,
  round: Round,
  { calendars, compared }: CalendarCursor,
): Promise<ChangePage | undefined> {
  if (compared === undefined) return undefined;
  round.comparison ??= await compareStored(reading, round.calendars);
  return readGap(reading, round.comparison, { calendars, compared });
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
  const vanished = Object.keys(known).filter(
    (href) => !calendars.some(({ url }) => url.href === href),
  );
  const calendar = calendars.find((one) => isToRead(one, known));
  const states = { ...known };
  for (const href of vanished) delete states[href];
  const gone = await findEventsOfVanished(reading, vanished);
  if (calendar === undefined) {
    return {
      ...toChangePage([], [], gone),
      next: { calendars: states },
      isLast: true,
    };
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
  return {
    ...toChangePage(events, difference.gone, gone),
    next: { calendars: states },
    isLast,
  };
}
