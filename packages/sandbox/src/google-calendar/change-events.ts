import { randomBytes } from 'node:crypto';
import type { CalendarEvent, EventTime } from './calendar-event.ts';
import type { CalendarStore, Entry, StoredEntry } from './calendar-store.ts';
import { idOfInstance, idOfUid, uidOfId } from './event-id.ts';
import { instantOf, readEventTime, writeEventTime } from './ics/event-time.ts';
import { expandSeries } from './ics/expand-series.ts';
import { wholeEvent } from './whole-event.ts';

/**
 * Puts an event into a calendar, or changes one that exists; the same again changes
 * nothing. Returns its id. Call it, like the others here, within a transaction.
 *
 * @throws RangeError when a time or a rule cannot be read.
 */
export function putEvent(
  store: CalendarStore,
  owner: number,
  given: CalendarEvent,
  now: number,
): string {
  const id = idFor(given);
  const existing = store.find(owner, id);
  const entry = toEntry(owner, { ...given, id });
  const isKnown =
    existing !== undefined &&
    existing.kind === entry.kind &&
    !existing.bare &&
    JSON.stringify(existing.event) === JSON.stringify(entry.event);
  if (!isKnown) {
    write(store, entry, existing, now);
  }
  return id;
}

/** Changes fields of an event, of a recurring one or of one instance; null takes a field away. */
export function patchEvent(
  store: CalendarStore,
  existing: StoredEntry,
  changes: Readonly<Record<string, unknown>>,
  now: number,
): void {
  const { status, ...before } = wholeEvent(store, existing);
  const merged = Object.entries({
    ...before,
    status: existing.cancelled ? 'confirmed' : status,
    ...changes,
    id: existing.id,
  }).filter(([, value]) => value !== null && value !== undefined);
  const event = Object.fromEntries(merged) as unknown as CalendarEvent;
  write(store, toEntry(existing.owner, event), existing, now);
}

/** Calls an event off: it stays, with the status `cancelled`. `bare`: nothing stays but its id. */
export function cancelEvent(
  store: CalendarStore,
  existing: StoredEntry,
  { bare }: { bare: boolean },
  now: number,
): void {
  const entry = toEntry(existing.owner, { ...wholeEvent(store, existing), status: 'cancelled' });
  write(store, { ...entry, bare }, existing, now);
}

function write(
  store: CalendarStore,
  entry: Entry,
  existing: StoredEntry | undefined,
  now: number,
): void {
  store.save(entry, now);
  if (entry.kind === 'series') {
    expandSeries(store, entry, now, { changed: true });
  } else if (existing?.kind === 'series') {
    for (const instance of store.ofSeries(entry.owner, entry.id)) {
      store.save({ ...instance, cancelled: true, bare: true }, now);
    }
  }
}

function idFor(event: CalendarEvent): string {
  const { id, iCalUID, recurringEventId, originalStartTime } = event;
  if (recurringEventId !== undefined && originalStartTime !== undefined) {
    return idOfInstance(recurringEventId, originalStartTime);
  }
  return id ?? (iCalUID === undefined ? randomBytes(13).toString('hex') : idOfUid(iCalUID));
}

function toEntry(owner: number, given: CalendarEvent & { id?: string }): Entry {
  const { id = '', recurringEventId, recurrence = [] } = given;
  const uid = given.iCalUID ?? uidOfId(recurringEventId ?? id);
  const [start, end] = [readEventTime(given.start), readEventTime(given.end)];
  if (instantOf(end) < instantOf(start) || start.isDay !== end.isDay) {
    throw new RangeError('The event must end after its start, both being days or both moments.');
  }
  const event: CalendarEvent = {
    ...given,
    iCalUID: uid,
    start: writeEventTime(start),
    end: writeEventTime(end),
    ...(given.originalStartTime === undefined
      ? {}
      : { originalStartTime: rewrite(given.originalStartTime) }),
  };
  const kind =
    recurringEventId !== undefined ? 'exception' : recurrence.length > 0 ? 'series' : 'single';
  return {
    owner,
    id,
    kind,
    uid,
    event,
    series: recurringEventId,
    startsAt: instantOf(start),
    endsAt: instantOf(end),
    cancelled: given.status === 'cancelled',
    bare: false,
    expandedUntil: undefined,
  };
}

function rewrite(time: EventTime): EventTime {
  return writeEventTime(readEventTime(time));
}
