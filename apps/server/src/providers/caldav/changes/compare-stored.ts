import { BATCH_SIZE, MAX_UNLISTED_EVENTS } from '../caldav-limits.ts';
import { type Calendar, isGone } from '../discover-calendars.ts';
import { findEvents, listEvents, normalizeAddress } from '../read-events.ts';
import type { Reading } from '../reading.ts';
import { createRefusals, type Refusals } from '../refusals.ts';

/** The differences between the stored events and the server's. */
export interface Comparison {
  /** Stored events that no longer exist, including those of deleted calendars. */
  gone: string[];
  /**
   * Events that are not stored, in the order of addresses. Only where some are gone, which may
   * have been moved there.
   */
  unstored: { href: string; calendar: Calendar }[];
  /**
   * Calendars that are not listed and may still exist. Their stored events are kept, like those of unreadable
   * calendars.
   */
  skipped: string[];
  /** Why others cannot be read. */
  refusals: Refusals;
}

/**
 * Compares all stored events with the lists of all calendars. Leaves alone the events of a server where the
 * account was before, and of unlisted calendars that may still exist.
 */
export async function compareStored(
  reading: Reading,
  calendars: readonly Calendar[],
): Promise<Comparison> {
  const refusals = createRefusals(reading);
  const stored = (await reading.findFolders('')).filter((href) => isHere(reading, href));
  if (stored.length === 0) return { gone: [], unstored: [], skipped: [], refusals };
  const byCalendar = Map.groupBy(stored, (href) => new URL('.', href).href);
  const isListed = new Set(calendars.map(({ url }) => normalizeAddress(url.href)));
  const gone: string[] = [];
  const unstored: Comparison['unstored'] = [];
  const skipped: string[] = [];
  for (const [href, events] of byCalendar) {
    if (isListed.has(href)) continue;
    if ((await reading.checkUnlisted(href)) === undefined) gone.push(...events);
    else skipped.push(href);
  }
  const isStored = new Set(stored);
  const compareCalendar = async (calendar: Calendar) => {
    const listed = await listEvents(reading.client, calendar);
    const there = new Set(listed.map(({ href }) => href));
    const missing = (byCalendar.get(normalizeAddress(calendar.url.href)) ?? []).filter(
      (href) => !there.has(href),
    );
    gone.push(...(await findGone(reading, calendar, missing)).gone);
    for (const href of there) if (!isStored.has(href)) unstored.push({ href, calendar });
  };
  for (const calendar of calendars) {
    await refusals.attempt(calendar, () => compareCalendar(calendar));
  }
  refusals.requireOne(calendars);
  if (gone.length === 0) return { gone, unstored: [], skipped, refusals };
  unstored.sort((a, b) => (a.href < b.href ? -1 : 1));
  return { gone, unstored, skipped, refusals };
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
 * Requests the events that are stored and not listed, in batches: an empty or incomplete list removes
 * nothing. An event that the server omits, or fails at, is requested alone. When many may still exist, the
 * rest is not requested and kept as well.
 *
 * @returns the events that are gone, and the events that the server still returns.
 */
export async function findGone(
  { client }: Pick<Reading, 'client'>,
  calendar: Calendar,
  missing: readonly string[],
): Promise<{ gone: string[]; returned: { href: string; etag: string }[] }> {
  const gone = new Set<string>();
  const returned = new Map<string, { href: string; etag: string }>();
  let unknown = 0;
  const isEnough = () => returned.size + unknown >= MAX_UNLISTED_EVENTS;
  for (let from = 0; from < missing.length && !isEnough(); from += BATCH_SIZE) {
    const some = missing.slice(from, from + BATCH_SIZE);
    const found = await findEvents(client, calendar, some);
    for (const { href, etag, isGone: isMissing } of found) {
      if (isMissing) gone.add(href);
      else returned.set(href, { href, etag });
    }
    for (const href of some) {
      if (gone.has(href) || returned.has(href)) continue;
      if (isEnough()) break;
      if (await isGone(client, href)) gone.add(href);
      else unknown += 1;
    }
  }
  // The server may say both of an event.
  return {
    gone: [...gone].filter((href) => !returned.has(href)),
    returned: [...returned.values()],
  };
}
