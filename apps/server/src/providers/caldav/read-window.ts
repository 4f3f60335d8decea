import type { Window } from '#modules/integrations/provider/activity-source.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { type MeetingItem, unreadableAt } from '../calendar/map-occurrence.ts';
import {
  BATCH_SIZE,
  changedSpan,
  MAX_EVENTS,
  MAX_OCCURRENCES,
  MAX_WEIGHT,
} from './caldav-limits.ts';
import type { Calendar } from './discover-calendars.ts';
import { inOrder, spanOf, type WindowItems } from './list-window.ts';
import { listEvents, readEvents } from './read-events.ts';
import type { Reading } from './reading.ts';
import { createRefusals } from './refusals.ts';
import { skippedInWindow } from './skipped-calendar.ts';

/**
 * Reads all meetings that begin in a window, from all calendars. An unreadable calendar is skipped: its
 * changes are read as a whole once it can be read. If the window begins before those changes, the list fails
 * and is repeated.
 */
export async function readWindowItems(reading: Reading, window: Window): Promise<WindowItems> {
  const span = spanOf(window);
  const items = new Map<string, MeetingItem>();
  const unreadable: WindowItems['unreadable'] = [];
  const calendars = await reading.calendars();
  const refusals = createRefusals(reading);
  const isWithinChanges = span.from >= changedSpan().from;
  let events = 0;
  let weight = 0;
  const readCalendar = async (calendar: Calendar) => {
    const listed = await listEvents(reading.client, calendar);
    events += listed.length;
    if (events > MAX_EVENTS) {
      throw new ProviderError('temporary', `These calendars have more than ${MAX_EVENTS} events.`);
    }
    for (let from = 0; from < listed.length; from += BATCH_SIZE) {
      const hrefs = listed.slice(from, from + BATCH_SIZE).map(({ href }) => href);
      for (const event of await readEvents(reading.client, calendar, hrefs)) {
        const { items: found, problem } = await reading.map(event, calendar, span);
        for (const item of found) {
          weight += item.weight;
          items.set(item.location.id, item);
        }
        if (items.size > MAX_OCCURRENCES || weight > MAX_WEIGHT) {
          throw new ProviderError('temporary', 'These calendars have too many meetings at once.');
        }
        if (problem !== undefined) {
          const location = unreadableAt(event.href);
          unreadable.push({ item: { id: location.id, reason: problem }, location });
        }
      }
    }
  };
  for (const calendar of calendars) {
    if (isWithinChanges) await refusals.attempt(calendar, () => readCalendar(calendar));
    else await readCalendar(calendar);
  }
  refusals.requireOne(calendars);
  const skipped = [...refusals.reasons].map(([href, reason]) => skippedInWindow(href, reason));
  return { items: [...items.values()].sort(inOrder), unreadable, skipped };
}
