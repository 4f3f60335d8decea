import { ProviderError } from '../../../modules/integrations/provider-error.ts';
import type { Calendar } from '../discover-calendars.ts';
import { normalizeAddress } from '../read-events.ts';
import type { Reading } from '../reading.ts';
import {
  type CalendarCursor,
  type CalendarState,
  isUnchanged,
  readCalendarState,
} from './calendar-cursor.ts';

/** A calendar without which windows were listed. */
export const NOT_LISTED: CalendarState = { isSkipped: true, lacksWindow: true };

/** The state of a calendar in a new cursor. Windows are listed again after it, so it is among the failed items no longer. */
export async function beginState(reading: Reading, calendar: Calendar): Promise<CalendarState> {
  const { href } = calendar.url;
  const { isSkipped } = await reading.findSkipped(href);
  // What is stored may have changed since the last cursor: then it is read again as a whole.
  const hasStored = (await reading.findFolders(href)).length > 0;
  const state = hasStored ? {} : await readCalendarState(reading, calendar);
  return isSkipped ? { ...state, isSkipped, isRelisted: true } : state;
}

/**
 * Finds known calendars that are not listed. Those that are no longer the user's are removed from the states; what may
 * still exist is skipped, with the state up to which it was read.
 *
 * @returns the stored events that are gone with their calendars, and the calendars that are skipped.
 */
export async function findUnlisted(
  reading: Reading,
  calendars: readonly Calendar[],
  states: CalendarCursor['calendars'],
): Promise<{ gone: string[]; unlisted: string[] }> {
  const isListed = new Set(calendars.map(({ url }) => url.href));
  // The server may encode the address of a calendar in another way than before.
  const addresses = new Set([...isListed].map(normalizeAddress));
  const gone: string[] = [];
  const unlisted: string[] = [];
  for (const [href, state] of Object.entries(states)) {
    if (isListed.has(href)) continue;
    const isKnown = addresses.has(normalizeAddress(href));
    if (!isKnown && (await reading.checkUnlisted(href)) !== undefined) {
      unlisted.push(href);
      states[href] = { ...state, isSkipped: true };
      continue;
    }
    // It is among the failed items no longer.
    if (state.isSkipped === true) gone.push(href);
    delete states[href];
    if (!isKnown) gone.push(...(await reading.findFolders(href)));
  }
  return { gone, unlisted };
}

interface ListedCalendars {
  calendars: readonly Calendar[];
  /** Addresses of those without which windows were listed. */
  notListed: ReadonlySet<string>;
  /** Addresses of those that have no further changes; adds to them. */
  done: Set<string>;
}

/**
 * Finds calendars that were skipped and are listed: those that have not changed since are among the failed items no
 * longer, and of those that a list of a window skipped nothing is known.
 *
 * @returns the addresses of the former.
 * @throws ProviderError `cursor-expired`
 */
export function findListedAgain(
  { calendars, notListed, done }: ListedCalendars,
  states: CalendarCursor['calendars'],
): string[] {
  const again: string[] = [];
  for (const calendar of calendars) {
    const { href } = calendar.url;
    if (done.has(href)) continue;
    const { isSkipped, isRelisted, ...state } = states[href] ?? {};
    if (notListed.has(href) && isRelisted !== true) {
      states[href] = NOT_LISTED;
    } else if (isSkipped === true && isUnchanged(calendar, state)) {
      if (state.lacksWindow === true) throw lackedWindow();
      states[href] = state;
      done.add(href);
      again.push(href);
    }
  }
  return again;
}

/** Has windows listed again: a calendar without which they were listed can be read. */
export const lackedWindow = () =>
  new ProviderError('cursor-expired', 'A calendar can be read that could not be listed.');
