import type ICAL from 'ical.js';
import { type EventTime, instantOf, readTime } from './event-time.ts';
import { isCancelled } from './cancelled.ts';
import { createFindZone, type FindZone } from './find-zone.ts';
import { findOriginals, lengthOf, type Original } from './find-originals.ts';
import { parseCalendar } from './parse-calendar.ts';
import { createStepBudget, spend, type StepBudget } from './step-budget.ts';
import type { Steps } from './steps.ts';
import type { Zone } from './zoned-time.ts';
import { hexId } from '#platform/ids.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Events in one resource: a series and its changed occurrences. */
const MAX_EVENTS = 5_000;
/** Every occurrence has it in its key and its id. */
const MAX_UID_LENGTH = 1_000;
/** Changed occurrences between two steps, and unchanged ones, which cost less. */
const CHANGES_OF_STEP = 20;
const OCCURRENCES_OF_STEP = 2_000;
/** Changes of all occurrences from one on. */
const MAX_FUTURE_CHANGES = 50;

/** One meeting of a resource, which is one event or a series. */
export interface Occurrence {
  uid: string;
  /** Identifies it in its series: its start before any change of it. */
  original: number;
  start: EventTime;
  /** Milliseconds; of all-day events, whole days. */
  lengthMs: number;
  /** On the clocks of the series, where `start` has been moved. */
  originalWall?: number;
  /** Its properties: the series' or the change's. */
  event: ICAL.Component;
  /** Its `CLASS`: the change's, or that of the occurrence it changes. Empty where neither has one. */
  mark: string;
  /** The name of an unknown zone, of its own time, of an excluded date or of a changed occurrence. */
  unknownZone?: string | undefined;
}

/** Occurrences that begin in this time are wanted; epoch milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/** State that the resources of one file share. */
export interface SharedReading {
  /** Finds the zones that the file defines. */
  findZone: FindZone;
  budget: StepBudget;
  /** Called with the title of each event, or change of one, that is cancelled. */
  noteCancelled?: (title: string) => void;
}

/** How the occurrences of a resource are read. */
interface OccurrenceOptions {
  /** The zone of times without one. */
  floating: Zone;
  span: Span;
  /** Absent for a resource that defines its zones itself. */
  shared?: SharedReading | undefined;
  /** Decides which series are wanted; absent where all are. Other series are not followed. */
  isWanted?: ((event: ICAL.Component) => Steps<boolean>) | undefined;
}

/**
 * The occurrences of a calendar resource that begin in a span, by their changed start.
 *
 * @throws Error when it cannot be read; the message is for users.
 */
export function* readOccurrences(
  ics: string,
  { floating, span, shared, isWanted }: OccurrenceOptions,
): Steps<Occurrence[]> {
  const calendar = yield* parseCalendar(ics);
  const findZone = shared?.findZone ?? (yield* createFindZone(calendar, floating));
  const events = calendar.getAllSubcomponents('vevent');
  if (events.length > MAX_EVENTS) throw new Error('It has too many changed occurrences.');
  const budget = shared?.budget ?? createStepBudget();
  const byUid = Map.groupBy(events, uidOf);
  const found: Occurrence[][] = [];
  for (const [uid, ofSeries] of byUid) {
    yield;
    if (uid.length > MAX_UID_LENGTH) throw new Error('Its UID is too long.');
    found.push(yield* readSeries(uid, ofSeries, { findZone, span, budget, isWanted }));
    if (shared?.noteCancelled === undefined) continue;
    for (const event of ofSeries.filter(isCancelled))
      shared.noteCancelled(textOf(event, 'summary'));
  }
  return found.flat();
}

interface SeriesReading extends Pick<OccurrenceOptions, 'span' | 'isWanted'> {
  findZone: FindZone;
  budget: StepBudget;
}

function* readSeries(
  uid: string,
  events: readonly ICAL.Component[],
  { findZone, span, budget, isWanted }: SeriesReading,
): Steps<Occurrence[]> {
  const master = latest(events.filter((event) => !event.hasProperty('recurrence-id')));
  const start = master && startOf(master, findZone);
  // In UTC, an excluded (EXDATE) or changed (RECURRENCE-ID) time would mean another occurrence, or none. So
  // when the zone of one is unknown, every occurrence of the series is uncertain.
  let unknownZone: string | undefined;
  const noteZone = ({ unknown }: Zone) => void (unknownZone ??= unknown);
  const read: Change[] = [];
  for (const event of events) {
    if (!event.hasProperty('recurrence-id')) continue;
    read.push(readChange(event, start, { findZone, noteZone }));
    if (read.length % CHANGES_OF_STEP === 0) yield;
  }
  read.sort((a, b) => a.original - b.original || a.sequence - b.sequence);
  const mark = master === undefined ? '' : markOf(master);
  inheritMarks(read, mark);
  const future = read.filter(({ isForFuture }) => isForFuture);
  if (future.length > MAX_FUTURE_CHANGES) throw new Error('It has too many changes.');
  const found = new Map<number, Occurrence>();
  if (master !== undefined && start !== undefined && !isCancelled(master)) {
    // A change moves occurrences into the span, and has people of its own.
    const from = future.length > 0 ? -Infinity : span.from;
    const isFollowed = future.length > 0 || isWanted === undefined || (yield* isWanted(master));
    const lengthMs = lengthOf(master, start, findZone);
    const wanted = { from, to: span.to };
    const originals = isFollowed
      ? yield* findOriginals(master, start, { findZone, noteZone, budget, span: wanted })
      : new Map<number, Original>();
    for (const original of originals.values()) {
      found.set(original.instant, {
        uid,
        original: original.instant,
        start: original.time,
        lengthMs: original.durationMs ?? lengthMs,
        event: master,
        mark,
      });
      if (found.size % OCCURRENCES_OF_STEP === 0) yield;
    }
  }
  for (const change of future) {
    spend(budget, found.size);
    yield* changeFuture(found, change);
  }
  for (const change of read) applyChange(found, uid, change);
  const inSpan: Occurrence[] = [];
  let count = 0;
  for (const one of found.values()) {
    count += 1;
    if (count % OCCURRENCES_OF_STEP === 0) yield;
    const begin = instantOf(one.start);
    if (begin < span.from || begin >= span.to) continue;
    const unknown = one.start.zone.unknown ?? unknownZone;
    if (unknown !== undefined) one.unknownZone = unknown;
    inSpan.push(one);
  }
  return inSpan;
}

interface Change {
  event: ICAL.Component;
  original: number;
  /** The wall time of `original` on the clocks of the series. */
  originalWall: number;
  start: EventTime;
  lengthMs: number;
  sequence: number;
  isForFuture: boolean;
  mark: string;
}

function readChange(
  event: ICAL.Component,
  series: EventTime | undefined,
  { findZone, noteZone }: { findZone: FindZone; noteZone: (zone: Zone) => void },
): Change {
  const property = event.getFirstProperty('recurrence-id');
  if (!property) throw new Error('It has no RECURRENCE-ID.');
  const named = readTime(property, findZone);
  noteZone(named.zone);
  const start = event.hasProperty('dtstart') ? startOf(event, findZone) : named;
  const sequence = event.getFirstPropertyValue('sequence');
  const time = asInSeries(named, series);
  return {
    event,
    original: instantOf(time),
    originalWall: series === undefined ? time.wall : wallIn(time, series),
    start,
    lengthMs: lengthOf(event, start, findZone),
    sequence: typeof sequence === 'number' ? sequence : 0,
    isForFuture: /^thisandfuture$/i.test(String(property.getFirstParameter('range') ?? '')),
    mark: markOf(event),
  };
}

const markOf = (event: ICAL.Component): string => textOf(event, 'class').trim();

/**
 * Gives changes without a `CLASS` the one of the occurrence that they change: that of the last earlier change
 * with RANGE=THISANDFUTURE, or the series'. Otherwise a moved occurrence of a private series would be public.
 *
 * @param changes by the original time of the occurrence.
 */
function inheritMarks(changes: readonly Change[], ofSeries: string): void {
  let inherited = ofSeries;
  for (const change of changes) {
    change.mark ||= inherited;
    if (change.isForFuture) inherited = change.mark;
  }
}

/** Some programs name a day where the series has times, and the reverse. */
function asInSeries(time: EventTime, series: EventTime | undefined): EventTime {
  if (series === undefined || time.isDay === series.isDay) {
    return series !== undefined && !time.isFixed ? { ...series, wall: time.wall } : time;
  }
  const day = Math.floor(time.wall / dayMs) * dayMs;
  return series.isDay
    ? { ...series, wall: day }
    : { ...series, wall: day + (((series.wall % dayMs) + dayMs) % dayMs) };
}

const wallIn = (time: EventTime, { zone, isDay }: EventTime): number => {
  if (isDay) return time.wall;
  const instant = instantOf(time);
  return instant + zone.offsetAt(instant);
};

/** Moves everything from a time on by as much as that one (RANGE=THISANDFUTURE). */
function* changeFuture(found: Map<number, Occurrence>, change: Change): Steps<void> {
  const moved = change.start.wall - change.originalWall;
  let count = 0;
  for (const [original, one] of found) {
    count += 1;
    if (count % OCCURRENCES_OF_STEP === 0) yield;
    if (original < change.original) continue;
    if (isCancelled(change.event)) {
      found.delete(original);
      continue;
    }
    // Its original time stays: changes after this one name it.
    const atFirst = one.originalWall ?? one.start.wall;
    found.set(original, {
      ...one,
      originalWall: atFirst,
      start: { ...change.start, wall: atFirst + moved },
      lengthMs: change.lengthMs,
      event: change.event,
      mark: change.mark,
    });
  }
}

function applyChange(found: Map<number, Occurrence>, uid: string, change: Change): void {
  const { event, original, start, lengthMs, mark } = change;
  if (isCancelled(event)) found.delete(original);
  else found.set(original, { uid, original, start, lengthMs, event, mark });
}

const startOf = (event: ICAL.Component, findZone: FindZone): EventTime => {
  const property = event.getFirstProperty('dtstart');
  if (!property) throw new Error('It has no start (DTSTART).');
  return readTime(property, findZone);
};

/** Several versions of one event: the one with the highest SEQUENCE. */
function latest(events: readonly ICAL.Component[]): ICAL.Component | undefined {
  const sequenceOf = (event: ICAL.Component) =>
    Number(event.getFirstPropertyValue('sequence') ?? 0);
  return events.toSorted((a, b) => sequenceOf(b) - sequenceOf(a))[0];
}

/**
 * Its UID. An event without one gets a hash of its distinguishing fields, which is the same in each export.
 */
function uidOf(event: ICAL.Component): string {
  const uid = textOf(event, 'uid').trim();
  if (uid !== '') return uid;
  const identity = ['dtstart', 'dtend', 'duration', 'rrule', 'organizer', 'summary'].map((name) =>
    event.getFirstProperty(name)?.toICALString(),
  );
  return `no-uid-${hexId(JSON.stringify(identity))}`;
}

/** A property as text; empty when it has none. */
export function textOf(component: ICAL.Component, name: string): string {
  const value: unknown = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : '';
}
