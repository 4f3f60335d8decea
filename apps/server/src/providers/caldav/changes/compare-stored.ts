import { DavResponseError, DavStatusError } from '../dav/dav-failure.ts';
import type { Calendar } from '../discover-calendars.ts';
import { listEvents, readEvents } from '../read-events.ts';
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
    await requireNoEvent(reading, calendar, missing);
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

/** A calendar that is not listed may still be there. */
async function requireNoCalendar(reading: Reading, href: string): Promise<void> {
  if (await reading.isCalendar(href)) {
    throw new DavResponseError('It does not list a calendar that it has.');
  }
}

/**
 * Asks for the first and the last of the events that are not listed: half a list is none.
 *
 * @throws DavResponseError when one of them still exists.
 */
export async function requireNoEvent(
  { client }: Pick<Reading, 'client'>,
  calendar: Calendar,
  missing: readonly string[],
): Promise<void> {
  for (const href of new Set([...missing.slice(0, 1), ...missing.slice(-1)])) {
    if (await isEvent(client, calendar, href)) {
      throw new DavResponseError('It does not list an event that it has.');
    }
  }
}

async function isEvent(
  client: Reading['client'],
  calendar: Calendar,
  href: string,
): Promise<boolean> {
  try {
    const [event] = await readEvents(client, calendar, [href]);
    return event?.data !== undefined;
  } catch (error) {
    // Some servers fail at a deleted event.
    const isGone = error instanceof DavStatusError && [403, 404, 410, 500].includes(error.status);
    if (isGone) return false;
    throw error;
  }
}
