import type { Calendar } from '../discover-calendars.ts';
import { normalizeAddress } from '../read-events.ts';
import type { Reading } from '../reading.ts';
import type { Skipped } from '../skipped-calendar.ts';
import { type CalendarCursor, type CalendarState, isUnchanged } from './calendar-cursor.ts';

/** Of a calendar that lists of windows skipped: all of it is read as changes. */
export const READ_WHOLE: CalendarState = { isSkipped: true, isReadWhole: true };

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
  /** What was stored of them as skipped, by their addresses. */
  stored: ReadonlyMap<string, Skipped>;
  /** Addresses of those that have no further changes; adds to them. */
  done: Set<string>;
}

/**
 * Finds calendars that were skipped and are listed. Those that have not changed since are among the failed items no
 * longer. Those without which windows were listed, and those of which the cursor does not know it, are read as a whole.
 *
 * @returns the addresses of the former.
 */
export function findListedAgain(
  { calendars, stored, done }: ListedCalendars,
  states: CalendarCursor['calendars'],
): string[] {
  const again: string[] = [];
  for (const calendar of calendars) {
    const { href } = calendar.url;
    if (done.has(href)) continue;
    const { isSkipped, ...state } = states[href] ?? {};
    const { isSkipped: wasSkipped, lacksWindow } = stored.get(href) ?? {};
    const isUnknown = lacksWindow === true ? !state.isReadWhole : wasSkipped === true && !isSkipped;
    if (isUnknown) {
      states[href] = READ_WHOLE;
    } else if (isSkipped === true && isUnchanged(calendar, state)) {
      states[href] = state;
      done.add(href);
      again.push(href);
    }
  }
  return again;
}
