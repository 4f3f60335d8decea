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

const dayMs = 24 * 60 * 60 * 1000;

/** One time of a series, before any change of it. */
export interface Original {
  time: EventTime;
  /** Identifies it in its series. */
  instant: number;
  /** Where it has a duration of its own. */
  durationMs?: number | undefined;
}

/**
 * All times of a series (RRULE, RDATE, EXDATE), up to an instant, by what identifies them.
 *
 * Rules are followed on the clocks of the zone in which the series is; UNTIL and EXDATE, which may be
 * in another one, are compared as instants.
 */
export function findOriginals(
  event: ICAL.Component,
  start: EventTime,
  findZone: FindZone,
  end: number,
  budget: StepBudget,
): Map<number, Original> {
  const found = new Map<number, Original>();
  const add = (time: EventTime, durationMs?: number) => {
    const instant = instantOf(time);
    if (instant <= end) found.set(instant, { time, instant, durationMs });
  };
  const rules = event.getAllProperties('rrule');
  for (const property of rules) {
    const recur = property.getFirstValue();
    if (!(recur instanceof ICAL.Recur)) throw new Error('It has a rule that cannot be read.');
    const { isOver, latest } = untilOf(property, start, findZone);
    for (const wall of followRule(recur, start.wall, Math.min(end, latest) + dayMs, budget)) {
      const time = { ...start, wall };
      if (isOver(time)) break;
      add(time);
    }
  }
  if (rules.length === 0) add(start);
  for (const property of event.getAllProperties('rdate')) {
    spendOnDates(budget, property);
    for (const time of readTimes(property, findZone)) add(...atSameKind(time, start));
  }
  const excluded = event.getAllProperties('exdate').flatMap((one) => {
    spendOnDates(budget, one);
    return readTimes(one, findZone);
  });
  removeExcluded(found, excluded, start);
  return found;
}

/** An RDATE of a day, for an event with a time, is at that time of the day. */
function atSameKind(time: EventPeriod, start: EventTime): [EventTime, number | undefined] {
  const { end, durationMs = end && instantOf(end) - instantOf(time) } = time;
  if (time.isDay && !start.isDay) {
    return [{ ...start, wall: time.wall + (start.wall % dayMs) }, undefined];
  }
  if (start.isDay) return [{ ...start, wall: dayOf(time.wall) }, undefined];
  return [time, durationMs];
}

function removeExcluded(
  found: Map<number, Original>,
  excluded: readonly EventTime[],
  start: EventTime,
): void {
  const days = new Set<number>();
  for (const time of excluded) {
    if (start.isDay) found.delete(dayOf(time.wall));
    else if (time.isDay) days.add(time.wall);
    else found.delete(instantOf(time.isFixed ? time : { ...start, wall: time.wall }));
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
  const [until] = readTimes(written, findZone);
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
    const [time] = readTimes(end, findZone);
    if (time === undefined) return 0;
    return Math.max(
      0,
      start.isDay ? dayOf(time.wall) - start.wall : instantOf(time) - instantOf(start),
    );
  }
  const duration = event.getFirstPropertyValue('duration');
  if (duration instanceof ICAL.Duration) {
    const ms = Math.max(0, durationOf(duration));
    return start.isDay ? Math.max(dayMs, dayOf(ms)) : ms;
  }
  return start.isDay ? dayMs : 0;
}
