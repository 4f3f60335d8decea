import { ProviderError } from '#modules/integrations/provider-error.ts';
import { DavStatusError } from '../dav/dav-failure.ts';
import type { Calendar } from '../discover-calendars.ts';
import { type CalendarChanges, listEvents, readSyncCollection } from '../read-events.ts';
import type { Reading } from '../reading.ts';
import { type CalendarState, digestParts, partOf } from './calendar-cursor.ts';
import { findGone } from './compare-stored.ts';

/** The difference between a calendar and a state up to which it was read. */
export interface Difference {
  /** Addresses of events that were added or may have changed. */
  changed: string[];
  /** Addresses of events that no longer exist. */
  gone: string[];
  /** The state when all of this is read. */
  next: CalendarState;
  /** Whether the server returned only a part of the changes. */
  isPartial: boolean;
}

/** Reads which events of a calendar changed and which are gone since a known state. */
export async function readDifference(
  reading: Reading,
  calendar: Calendar,
  known: CalendarState | undefined,
): Promise<Difference> {
  if (calendar.syncToken !== undefined) {
    const { changed, gone, syncToken, isPartial } = await readByToken(reading, calendar, known);
    return { changed, gone, next: { token: syncToken }, isPartial };
  }
  const events = await listEvents(reading.client, calendar);
  const listed = new Set(events.map(({ href }) => href));
  const stored = await reading.findFolders(calendar.url.href);
  const missing = stored.filter((href) => !listed.has(href));
  const { gone, returned } = await findGone(reading, calendar, missing);
  // An event that the server returns counts as listed.
  const parts = digestParts([...events, ...returned]);
  const isChanged = (href: string) => parts[partOf(href)] !== known?.parts?.[partOf(href)];
  const there = [...listed, ...returned.map(({ href }) => href)];
  // The list may lack others as well: without the tag, it is requested again in the next round.
  const tag = gone.length === missing.length ? calendar.tag : undefined;
  return {
    changed: there.filter(isChanged).sort(),
    gone,
    next: { tag, parts },
    isPartial: false,
  };
}

/**
 * Servers refuse a token that they no longer know in many ways, even as an internal error. The token
 * is the cause if the same request without it succeeds.
 *
 * @throws ProviderError `cursor-expired`
 */
async function readByToken(reading: Reading, calendar: Calendar, known: CalendarState | undefined) {
  const { client } = reading;
  try {
    const changes = await readSyncCollection(client, calendar, known?.token);
    if (known?.token !== undefined || changes.isPartial) return changes;
    return await completeWhole(reading, calendar, changes);
  } catch (error) {
    if (known?.token === undefined || !(error instanceof DavStatusError)) throw error;
    if (error.status === 401 || error.status === 429) throw error;
    await readSyncCollection(client, calendar, undefined);
    throw new ProviderError('cursor-expired', 'The calendar server no longer knows what changed.', {
      cause: error,
    });
  }
}

/**
 * Without a token, a server lists its present events and no deletions. An existing event that it omits counts
 * as changed, because no later change of the token lists it.
 */
async function completeWhole(
  reading: Reading,
  calendar: Calendar,
  changes: CalendarChanges,
): Promise<CalendarChanges> {
  const there = new Set(changes.changed);
  const stored = await reading.findFolders(calendar.url.href);
  const isMissing = (href: string) => !there.has(href);
  if (!stored.some(isMissing)) return { ...changes, gone: [] };
  for (const { href } of await listEvents(reading.client, calendar)) there.add(href);
  const { gone, returned } = await findGone(reading, calendar, stored.filter(isMissing));
  for (const { href } of returned) there.add(href);
  return { ...changes, changed: [...there].sort(), gone };
}
