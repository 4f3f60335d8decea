import type { Calendar } from '../discover-calendars.ts';
import { normalizeAddress } from '../read-events.ts';
import type { Reading } from '../reading.ts';
import type { Skipped } from '../skipped-calendar.ts';
import { type CalendarCursor, type CalendarState, isUnchanged } from './calendar-cursor.ts';

/** Of a calendar that lists of windows skipped: all of it is read as changes. */
export const READ_WHOLE: CalendarState = { isSkipped: true, isReadWhole: true };

/**
 * Finds known calendars that are not listed. Calendars that are no longer the user's leave the states.
 * Calendars that may still exist are skipped, with the state up to which they were read.
 *
 * @returns the stored events that are gone with their calendars, and the skipped calendars.
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
  /** Their stored entries as skipped calendars, by their addresses. */
  stored: ReadonlyMap<string, Skipped>;
  /** Addresses of calendars without further changes; adds to them. */
  done: Set<string>;
}

/**
 * Finds skipped calendars that are listed again. Calendars without changes since then leave the failed items.
 * Calendars that windows were listed without, and calendars that the cursor does not know to be complete, are
 * read as a whole.
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
