import type { CalendarEvent } from '../calendar-event.ts';
import type { CalendarStore, Entry } from '../calendar-store.ts';
import { idOfInstance } from '../event-id.ts';
import type { LocalTime } from './event-time.ts';
import { atWall, instantOf, readEventTime, writeEventTime } from './event-time.ts';
import { findOccurrences } from './recurrence.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Instances of an event without an end are stored this far ahead. */
const AHEAD_MS = 366 * dayMs;
/** More are added when fewer days than this are stored. */
const MIN_AHEAD_MS = 336 * dayMs;

/** The largest instant of JavaScript: it is never reached. */
const END_OF_TIME = 8.64e15;

/** Stores the instances of events without an end up to `AHEAD_MS` after `now`. */
export function extendSeries(store: CalendarStore, owner: number, now: number): void {
  for (const series of store.expandedOnlyUntil(owner, now + MIN_AHEAD_MS)) {
    expandSeries(store, series, now, { changed: false });
  }
}

/**
 * Inserts and cancels instances of a recurring event so that they match its rules. With `changed`
 * all instances count as changed. Exceptions are not touched unless the event itself is cancelled.
 */
export function expandSeries(
  store: CalendarStore,
  series: Entry,
  now: number,
  { changed }: { changed: boolean },
): void {
  const { start, end, recurrence = [] } = series.event as CalendarEvent;
  const [first, firstEnd] = [readEventTime(start), readEventTime(end)];
  const horizon = now + AHEAD_MS;
  const { walls, hasMore } = series.cancelled
    ? { walls: [], hasMore: false }
    : findOccurrences(first, recurrence, horizon);
  const unmatched = new Map(
    store.ofSeries(series.owner, series.id).map((entry) => [entry.id, entry]),
  );
  for (const wall of walls) {
    const instance = instanceOf(
      series,
      wall === first.wall ? first : atWall(first, wall),
      firstEnd.wall - first.wall,
    );
    const existing = unmatched.get(instance.id);
    unmatched.delete(instance.id);
    if (existing?.kind !== 'exception' && (changed || existing?.cancelled !== false)) {
      store.save(instance, now);
    }
  }
  for (const entry of unmatched.values()) {
    if (!entry.cancelled && (entry.kind === 'instance' || series.cancelled)) {
      store.save({ ...entry, cancelled: true, bare: series.bare || !series.cancelled }, now);
    }
  }
  const lastWall = walls.at(-1) ?? first.wall;
  const lastEnd = instantOf(atWall(firstEnd, lastWall + firstEnd.wall - first.wall));
  store.noteExpansion(series, hasMore ? horizon : END_OF_TIME, hasMore ? END_OF_TIME : lastEnd);
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
