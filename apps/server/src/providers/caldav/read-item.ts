import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { isUnreadable, type MeetingItem } from '../calendar/map-occurrence.ts';
import { wholeSpan } from './caldav-limits.ts';
import { listEvents, readEvents } from './read-events.ts';
import type { Reading } from './reading.ts';
import { createRefusals } from './refusals.ts';
import { calendarProblem, isOfCalendar } from './skipped-calendar.ts';

/** It is stored as failed with this message, and tried again. */
export class UnreadableEventError extends Error {
  override name = 'UnreadableEventError';
}

/**
 * Reads the meeting at a location.
 *
 * @returns undefined when there is none, and for the location of a calendar that can be read.
 * @throws UnreadableEventError also for all meetings of a calendar that could not be read when that was tried last,
 *   without a request: it may have thousands.
 */
export async function readItemAt(
  reading: Reading,
  location: ItemLocation,
): Promise<MeetingItem | undefined> {
  const { client, map, refused } = reading;
  const folder = new URL('.', client.at(location.folder));
  const calendar = await reading.calendarAt(folder);
  if (calendar === undefined) {
    // A calendar that no longer exists has no events; one that is not listed may still be there.
    const problem = await reading.checkUnlisted(folder.href);
    if (problem === undefined) return undefined;
    throw new UnreadableEventError(calendarProblem(folder.href), { cause: problem });
  }
  const { href } = calendar.url;
  const isCalendar = isOfCalendar(location.folder);
  if (isCalendar && !refused.has(href)) {
    await createRefusals(reading).attempt(calendar, () => listEvents(client, calendar));
  }
  const refusal = refused.get(href);
  if (refusal !== undefined) {
    throw new UnreadableEventError(calendarProblem(href, refusal), { cause: refusal });
  }
  if (isCalendar) return undefined;
  const [event] = await readEvents(client, calendar, [location.folder]);
  if (event === undefined) return undefined;
  const isWanted = ({ id }: ItemLocation) => isUnreadable(location.id) || id === location.id;
  const { items, problem } = await map(event, calendar, wholeSpan(), isWanted);
  if (problem !== undefined) throw new UnreadableEventError(problem);
  return items[0];
}
