import type { Owner } from '../owners/owner-store.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { CalendarContext } from './calendar-context.ts';
import type { CalendarEvent } from './calendar-event.ts';
import { putEvent } from './change-events.ts';

/**
 * Puts events into a user's calendar, their dates unmoved, all or none. Returns their ids.
 *
 * @throws RangeError when a time or a rule cannot be read.
 */
export function addEvents(
  { database, calendars, now }: Pick<CalendarContext, 'database' | 'calendars' | 'now'>,
  owner: Owner,
  events: readonly CalendarEvent[],
): string[] {
  return inTransaction(database, () =>
    events.map((event) => putEvent(calendars, owner.id, event, now())),
  );
}
