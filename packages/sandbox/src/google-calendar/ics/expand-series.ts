import type { CalendarEvent } from '../calendar-event.ts';
import type { CalendarStore, Entry } from '../calendar-store.ts';
import { idOfInstance } from '../event-id.ts';
import type { LocalTime } from './event-time.ts';
import { atWall, instantOf, readEventTime, writeEventTime } from './event-time.ts';
import { findOccurrences } from './recurrence.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Instances of an event without an end are stored this far ahead, and extended below the minimum. */
const aheadMs = 366 * dayMs;
const leastAheadMs = 336 * dayMs;

/** The largest instant of JavaScript. */
const never = 8.64e15;

/** Writes down the instances that have come within reach since the last time. */
export function extendSeries(store: CalendarStore, owner: number, now: number): void {
  for (const series of store.expandedOnlyUntil(owner, now + leastAheadMs)) {
    expandSeries(store, series, now, { changed: false });
  }
}

/**
 * Makes the instances of a recurring event what its rules say. With `changed` all of them count as
 * changed; those that are no more become cancelled. Exceptions stay as they are while the event is.
 */
export function expandSeries(
  store: CalendarStore,
  series: Entry,
  now: number,
  { changed }: { changed: boolean },
): void {
  const { start, end, recurrence = [] } = series.event as CalendarEvent;
  const [first, firstEnd] = [readEventTime(start), readEventTime(end)];
  const horizon = now + aheadMs;
  const { walls, goesOn } = series.cancelled
    ? { walls: [], goesOn: false }
    : findOccurrences(first, recurrence, horizon);
  const gone = new Map(store.ofSeries(series.owner, series.id).map((entry) => [entry.id, entry]));
  for (const wall of walls) {
    const instance = instanceOf(
      series,
      wall === first.wall ? first : atWall(first, wall),
      firstEnd.wall - first.wall,
    );
    const existing = gone.get(instance.id);
    gone.delete(instance.id);
    if (existing?.kind !== 'exception' && (changed || existing?.cancelled !== false)) {
      store.save(instance, now);
    }
  }
  for (const entry of gone.values()) {
    if (!entry.cancelled && (entry.kind === 'instance' || series.cancelled)) {
      store.save({ ...entry, cancelled: true, bare: series.bare || !series.cancelled }, now);
    }
  }
  const lastWall = walls.at(-1) ?? first.wall;
  const lastEnd = instantOf(atWall(firstEnd, lastWall + firstEnd.wall - first.wall));
  store.noteExpansion(series, goesOn ? horizon : never, goesOn ? never : lastEnd);
}

function instanceOf(series: Entry, start: LocalTime, lengthMs: number): Entry {
  const end = atWall(start, start.wall + lengthMs);
  const originalStartTime = writeEventTime(start);
  return {
    owner: series.owner,
    id: idOfInstance(series.id, originalStartTime),
    kind: 'instance',
    series: series.id,
    uid: series.uid,
    startsAt: instantOf(start),
    endsAt: instantOf(end),
    cancelled: false,
    bare: false,
    expandedUntil: undefined,
    event: { start: originalStartTime, end: writeEventTime(end), originalStartTime },
  };
}
