import type { ChangePage } from '#modules/integrations/provider/activity-source.ts';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { BATCH_SIZE, MAX_PAGE_UIDS, wholeSpan } from '../caldav-limits.ts';
import type { Calendar } from '../discover-calendars.ts';
import { readEvents } from '../read-events.ts';
import type { Reading } from '../reading.ts';
import type { CalendarCursor } from './calendar-cursor.ts';
import { READ_WHOLE } from './calendar-states.ts';
import { toChangePage } from './change-page.ts';
import type { Comparison } from './compare-stored.ts';

/**
 * Reads the deletions from before a new cursor, which are not among the changes. It first reads the locations
 * of unstored events, in pages, so that events moved to them stay; then the deletions. A calendar with
 * unreadable events is skipped.
 *
 * @returns undefined if nothing is gone.
 */
export async function readGap(
  reading: Reading,
  { gone, unstored, refusals }: Comparison,
  { calendars, compared }: { calendars: CalendarCursor['calendars']; compared: string },
): Promise<ChangePage | undefined> {
  if (gone.length === 0) return undefined;
  const left = unstored.filter(({ href }) => href > compared);
  const calendar = left[0]?.calendar;
  if (calendar === undefined) {
    // An event moved to one of these is read with the whole calendar.
    const refused = [...refusals.reasons.keys()].map((href) => [href, READ_WHOLE] as const);
    const next = { calendars: { ...calendars, ...Object.fromEntries(refused) } };
    return { ...toChangePage([], gone), next, isLast: false };
  }
  const other = left.findIndex((one) => one.calendar !== calendar);
  const some = left.slice(0, other < 0 ? BATCH_SIZE : Math.min(other, BATCH_SIZE));
  const hrefs = some.map(({ href }) => href);
  const located = await refusals.attempt(calendar, () => locate(reading, calendar, hrefs));
  const { locations, last } = located ?? {
    locations: [],
    last: left.findLast((one) => one.calendar === calendar)?.href,
  };
  return {
    changed: [],
    removed: [],
    locations,
    next: { calendars, compared: last },
    isLast: false,
  };
}

/** Locates all occurrences of some events, until there are enough for a page. */
async function locate(
  reading: Reading,
  calendar: Calendar,
  hrefs: readonly string[],
): Promise<{ locations: ItemLocation[]; last: string | undefined }> {
  const locations: ItemLocation[] = [];
  let last: string | undefined;
  for (const event of await readEvents(reading.client, calendar, hrefs)) {
    const { items } = await reading.map(event, calendar, wholeSpan());
    locations.push(...items.map(({ location }) => location));
    last = event.href;
    if (locations.length >= MAX_PAGE_UIDS) break;
  }
  return { locations, last };
}
