import ICAL from 'ical.js';
import {
  durationOf,
  type EventPeriod,
  type EventTime,
  instantOf,
  readTimes,
} from './event-time.ts';
import type { FindZone } from './find-zone.ts';
import { followRule } from './follow-rule.ts';
import { spendOnDates, type StepBudget } from './step-budget.ts';
import type { Steps } from './steps.ts';
import type { Zone } from './zoned-time.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Rules of one series, which has one by the standard. */
const MAX_RULES = 50;
/** Dates between two steps. Each may be in another zone and year, and their offsets are looked up first. */
const DATES_OF_STEP = 50;
/** Times between two steps. */
const TIMES_OF_STEP = 1_000;

/** One time of a series, before any change of it. */
export interface Original {
  time: EventTime;
  /** Identifies it in its series. */
  instant: number;
  /** Where it has a duration of its own. */
  durationMs?: number | undefined;
}

/** The settings for reading the times of a series. */
interface Reading {
  findZone: FindZone;
  /** Receives the zone of each time that is left out. */
  noteZone: (zone: Zone) => void;
  budget: StepBudget;
  /** Times before or after it are skipped; instants. */
  span: { from: number; to: number };
}

/**
 * Returns the times of a series (RRULE, RDATE, EXDATE) in a span, by their identity.
 *
 * Rules follow the clocks of the series' zone. UNTIL and EXDATE may be in another zone and are compared as
 * instants.
 */
export function* findOriginals(
  event: ICAL.Component,
  start: EventTime,
  { findZone, noteZone, budget, span: { from, to } }: Reading,
): Steps<Map<number, Original>> {
  const found = new Map<number, Original>();
  const add = (time: EventTime, durationMs?: number) => {
    const instant = instantOf(time);
    if (instant >= from && instant <= to) found.set(instant, { time, instant, durationMs });
  };
  const rules = event.getAllProperties('rrule');
  if (rules.length > MAX_RULES) throw new Error('It has too many rules.');
  for (const property of rules) {
    for (const time of yield* followed(property, start, { findZone, budget, span: { from, to } }))
      add(time);
  }
  if (rules.length === 0) add(start);
  for (const property of event.getAllProperties('rdate')) {
    spendOnDates(budget, property);
    let count = 0;
    for (const time of readTimes(property, findZone)) {
      add(...atSameKind(time, start));
      count += 1;
      if (count % DATES_OF_STEP === 0) yield;
    }
    yield;
  }
  for (const property of event.getAllProperties('exrule').slice(0, MAX_RULES)) {
    for (const time of yield* followed(property, start, { findZone, budget, span: { from, to } })) {
      found.delete(instantOf(time));
    }
  }
  yield* removeExcluded(found, event.getAllProperties('exdate'), start, {
    findZone,
    noteZone,
    budget,
  });
  return found;
}

/** The times that a rule gives (RRULE, or EXRULE of RFC 2445) up to its end. */
function* followed(
  property: ICAL.Property,
  start: EventTime,
  { findZone, budget, span: { from, to } }: Omit<Reading, 'noteZone'>,
): Steps<EventTime[]> {
  const recur = property.getFirstValue();
  if (!(recur instanceof ICAL.Recur)) throw new Error('It has a rule that cannot be read.');
  const { isOver, latest } = untilOf(property, start, findZone);
  const walls = yield* followRule(
    recur,
    // Clocks are up to a day ahead of UTC, or behind it.
    { start: start.wall, from: from - dayMs, end: Math.min(to, latest) + dayMs },
    budget,
  );
  const times: EventTime[] = [];
  for (const [index, wall] of walls.entries()) {
    if (index % TIMES_OF_STEP === TIMES_OF_STEP - 1) yield;
    const time = { ...start, wall };
    if (isOver(time)) break;
    times.push(time);
  }
  return times;
}

/** An RDATE of a day, for an event with a time, is at that time of the day; one without a zone is in the event's. */
function atSameKind(time: EventPeriod, start: EventTime): [EventTime, number | undefined] {
  const inZone = <Time extends EventTime>(one: Time): Time =>
    one.isFixed || one.isDay ? one : { ...one, zone: start.zone };
  const begin = inZone(time);
  const end = time.end && inZone(time.end);
  const durationMs = time.durationMs ?? (end && instantOf(end) - instantOf(begin));
  if (time.isDay && !start.isDay) {
    return [{ ...start, wall: time.wall + (start.wall % dayMs) }, undefined];
  }
  if (start.isDay) return [{ ...start, wall: dayOf(time.wall) }, undefined];
  return [begin, durationMs];
}

function* removeExcluded(
  found: Map<number, Original>,
  excluded: readonly ICAL.Property[],
  start: EventTime,
  { findZone, noteZone, budget }: Omit<Reading, 'span'>,
): Steps<void> {
  const days = new Set<number>();
  for (const property of excluded) {
    spendOnDates(budget, property);
    let count = 0;
    for (const time of readTimes(property, findZone)) {
      noteZone(time.zone);
      if (start.isDay) found.delete(dayOf(time.wall));
      else if (time.isDay) days.add(time.wall);
      else found.delete(instantOf(time.isFixed ? time : { ...start, wall: time.wall }));
      count += 1;
      if (count % DATES_OF_STEP === 0) yield;
    }
    yield;
  }
  if (days.size === 0) return;
  for (const [instant, { time }] of found) {
    if (days.has(dayOf(time.wall))) found.delete(instant);
  }
}

/** The end of a rule. */
interface Until {
  /** Whether a time is after it. */
  isOver: (time: EventTime) => boolean;
  /** A wall time that is after it on all clocks. */
  latest: number;
}

function untilOf(property: ICAL.Property, start: EventTime, findZone: FindZone): Until {
  const [, , , rule] = property.toJSON() as [string, unknown, string, { until?: unknown }];
  if (rule.until === undefined) return { isOver: () => false, latest: Infinity };
  const written = new ICAL.Property([
    'until',
    {},
    /T/.test(String(rule.until)) ? 'date-time' : 'date',
    String(rule.until),
  ]);
  const { value: until } = readTimes(written, findZone).next();
  if (until === undefined) return { isOver: () => false, latest: Infinity };
  const latest = until.wall + 2 * dayMs;
  if (until.isDay) return { isOver: ({ wall }) => dayOf(wall) > until.wall, latest };
  if (start.isDay) return { isOver: ({ wall }) => wall > dayOf(until.wall), latest };
  const last = instantOf(until.isFixed ? until : { ...start, wall: until.wall });
  return { isOver: (time) => instantOf(time) > last, latest };
}

const dayOf = (wall: number): number => Math.floor(wall / dayMs) * dayMs;

/** The duration of an event from its DTEND or DURATION; milliseconds, for a day in whole days. */
export function lengthOf(event: ICAL.Component, start: EventTime, findZone: FindZone): number {
  const end = event.getFirstProperty('dtend');
  if (end) {
    const { value: time } = readTimes(end, findZone).next();
    if (time === undefined) return 0;
    // Programs that count the last day as part of the event end a single one on the day on which it begins.
    if (start.isDay) return Math.max(dayMs, dayOf(time.wall) - start.wall);
    return Math.max(0, instantOf(time) - instantOf(start));
  }
  const duration = event.getFirstPropertyValue('duration');
  if (duration instanceof ICAL.Duration) {
    const ms = Math.max(0, durationOf(duration));
    return start.isDay ? Math.max(dayMs, dayOf(ms)) : ms;
  }
  return start.isDay ? dayMs : 0;
}
