import { businessTimeZone } from '@repo/domain/time/business-day';
import { takeTurn } from '#platform/turns.ts';
import { runInTurns } from '../calendar/ics/steps.ts';
import { createZoneOfCalendar } from '../calendar/ics/zone-of-calendar.ts';
import { ianaZone } from '../calendar/ics/zoned-time.ts';
import { mapEvent } from '../calendar/map-occurrence.ts';
import type { Reading } from './reading.ts';

const businessZone = ianaZone(businessTimeZone);

/** Returns the function that maps the events of an account to meetings; others have their turn in between. */
export function createEventMapper(
  signal: AbortSignal,
  addresses: () => ReadonlySet<string>,
): Reading['map'] {
  const floatingZone = createZoneOfCalendar(businessZone);
  const nextTurn = async () => {
    await takeTurn();
    signal.throwIfAborted();
  };
  return async (event, calendar, span, isWanted) => {
    const { href, data, problem } = event;
    // Others have their turn between two events, and during one that takes long.
    await nextTurn();
    if (problem !== undefined) return { items: [], problem };
    if (data === undefined) return { items: [] };
    try {
      const reader = { addresses: addresses(), zone: floatingZone(calendar) };
      const steps = mapEvent({ href, data }, reader, span, isWanted);
      return { items: await runInTurns(steps, nextTurn) };
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      return { items: [], problem: `An event cannot be read. ${reason}` };
    }
  };
}
