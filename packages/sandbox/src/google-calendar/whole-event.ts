import type { CalendarEvent } from './calendar-event.ts';
import type { CalendarStore, StoredEntry } from './calendar-store.ts';

/** An event with all its fields: an instance has those of its recurring event and its own times. */
export function wholeEvent(
  store: CalendarStore,
  entry: StoredEntry,
): CalendarEvent & { id: string } {
  if (entry.kind !== 'instance' || entry.series === undefined) {
    return { ...(entry.event as CalendarEvent), id: entry.id };
  }
  const series = store.find(entry.owner, entry.series);
  if (series === undefined) {
    throw new Error(`The instance ${entry.id} exists without its event ${entry.series}.`);
  }
  const { recurrence: _, ...shared } = series.event as CalendarEvent;
  return { ...shared, ...entry.event, id: entry.id, recurringEventId: entry.series };
}
