import { BATCH_SIZE } from '../caldav-limits.ts';
import { DavResponseError } from '../dav/dav-failure.ts';
import { type Calendar, isGone } from '../discover-calendars.ts';
import { findEvents, listEvents } from '../read-events.ts';
import type { Reading } from '../reading.ts';

/** The differences between what is stored and what the server has. */
export interface Comparison {
  /** Events of which something is stored and that no longer exist, also those of deleted calendars. */
  gone: string[];
  /**
   * Events of which nothing is stored, in the order of addresses. Only where some are gone, which may
   * have been moved there.
   */
  unstored: { href: string; calendar: Calendar }[];
}

/**
 * Compares all that is stored with the lists of all calendars. What is stored of another server, where
 * the account was before, is left alone.
 *
 * @throws DavResponseError when something is not listed and still exists.
 */
export async function compareStored(
  reading: Reading,
  calendars: readonly Calendar[],
): Promise<Comparison> {
  const stored = (await reading.findFolders('')).filter((href) => isHere(reading, href));
  if (stored.length === 0) return { gone: [], unstored: [] };
  const byCalendar = Map.groupBy(stored, (href) => new URL('.', href).href);
  const gone: string[] = [];
  const unstored: Comparison['unstored'] = [];
  for (const [href, events] of byCalendar) {
    if (calendars.some(({ url }) => url.href === href)) continue;
    await requireNoCalendar(reading, href);
    gone.push(...events);
  }
  const isStored = new Set(stored);
  for (const calendar of calendars) {
    const listed = await listEvents(reading.client, calendar);
    const there = new Set(listed.map(({ href }) => href));
    const missing = (byCalendar.get(calendar.url.href) ?? []).filter((href) => !there.has(href));
    await requireGone(reading, calendar, missing);
    gone.push(...missing);
    for (const href of there) if (!isStored.has(href)) unstored.push({ href, calendar });
  }
  if (gone.length === 0) return { gone, unstored: [] };
  return { gone, unstored: unstored.sort((a, b) => (a.href < b.href ? -1 : 1)) };
}

function isHere({ client }: Reading, href: string): boolean {
  try {
    client.at(href);
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds the stored events of calendars that are no longer listed.
 *
 * @throws DavResponseError when one of them still exists.
 */
export async function findEventsOfVanished(
  reading: Reading,
  calendars: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const calendar of calendars) {
    await requireNoCalendar(reading, calendar);
    found.push(...(await reading.findFolders(calendar)));
  }
  return found;
}

/** A calendar that is not listed, or no longer called one, may still be there: only its own address decides. */
async function requireNoCalendar({ client }: Reading, href: string): Promise<void> {
  if (!(await isGone(client, href))) {
    throw new DavResponseError('It does not list a calendar that it has.');
  }
}

/**
 * Asks for the events that are stored and not listed, in batches: an empty or half a list removes nothing. What the
 * server leaves out there, or fails at, is requested alone.
 *
 * @throws DavResponseError when one of them still exists.
 */
export async function requireGone(
  { client }: Pick<Reading, 'client'>,
  calendar: Calendar,
  missing: readonly string[],
): Promise<void> {
  const stillThere = () => new DavResponseError('It does not list an event that it has.');
  for (let from = 0; from < missing.length; from += BATCH_SIZE) {
    const some = missing.slice(from, from + BATCH_SIZE);
    const found = await findEvents(client, calendar, some);
    if (found.some(({ isGone: isMissing }) => !isMissing)) throw stillThere();
    const gone = new Set(found.map(({ href }) => href));
    for (const href of some) {
      if (!gone.has(href) && !(await isGone(client, href))) throw stillThere();
    }
  }
}
