import ICAL from 'ical.js';
import { followRule } from './follow-rule.ts';
import { YEARS_AHEAD } from './offset-table.ts';
import { spend, spendOnDates, type StepBudget } from './step-budget.ts';
import { runAtOnce } from './steps.ts';
import type { Zone } from './zoned-time.ts';

/** Definitions reach back to years before there were clocks; changes of them are followed from here on. */
const FIRST_YEAR = 1970;
/** The cost of reading one change of clocks, relative to a day that a rule checks. */
const STEPS_OF_CHANGE = 10;

/** A change of clocks: the instant, and milliseconds that they are ahead of UTC before and from then on. */
interface ClockChange {
  at: number;
  before: number;
  after: number;
}

/**
 * A zone by its definition in a resource (VTIMEZONE); undefined for one without usable changes of clocks.
 *
 * @throws Error when it takes too long to follow.
 */
export function definedZone(
  definition: ICAL.Component,
  name: string,
  budget: StepBudget,
): Zone | undefined {
  const changes = definition
    .getAllSubcomponents()
    .flatMap((observance) => changesOf(observance, budget))
    .sort((a, b) => a.at - b.at);
  const [first] = changes;
  if (first === undefined) return undefined;
  return {
    name,
    offsetAt: (instant) => lastBefore(changes, instant)?.after ?? first.before,
  };
}

/** @param changes in the order of time. */
function lastBefore(changes: readonly ClockChange[], instant: number): ClockChange | undefined {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.at ?? Infinity) <= instant) low = middle + 1;
    else high = middle;
  }
  return changes[low - 1];
}

function changesOf(observance: ICAL.Component, budget: StepBudget): ClockChange[] {
  spend(budget, STEPS_OF_CHANGE);
  const start = observance.getFirstPropertyValue('dtstart');
  const before = offsetOf(observance, 'tzoffsetfrom');
  const after = offsetOf(observance, 'tzoffsetto');
  if (!(start instanceof ICAL.Time) || before === undefined || after === undefined) return [];
  const begin = wallOf(start, before);
  const walls = [begin];
  for (const property of observance.getAllProperties('rdate')) {
    spendOnDates(budget, property);
    for (const value of property.getValues())
      if (value instanceof ICAL.Time) walls.push(wallOf(value, before));
  }
  for (const property of observance.getAllProperties('rrule')) {
    const rule: unknown = property.getFirstValue();
    if (!(rule instanceof ICAL.Recur)) continue;
    const last = Math.min(
      Date.UTC(new Date().getUTCFullYear() + YEARS_AHEAD, 0, 1),
      rule.until instanceof ICAL.Time ? wallOf(rule.until, before) : Infinity,
    );
    const followed = followRule(rule, { start: recent(rule, begin), end: last }, budget);
    for (const wall of runAtOnce(followed)) walls.push(wall);
  }
  return walls.map((wall) => ({ at: wall - before, before, after }));
}

/** A rule is followed from the first year that matters to it. */
function recent(rule: ICAL.Recur, begin: number): number {
  const isYearly = rule.freq === 'YEARLY' && rule.interval === 1 && !rule.count;
  const date = new Date(begin);
  if (!isYearly || date.getUTCFullYear() >= FIRST_YEAR) return begin;
  return date.setUTCFullYear(FIRST_YEAR);
}

function offsetOf(observance: ICAL.Component, name: string): number | undefined {
  const value = observance.getFirstPropertyValue(name);
  return value instanceof ICAL.UtcOffset ? value.toSeconds() * 1000 : undefined;
}

function wallOf(time: ICAL.Time, offset: number): number {
  const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
  return time.zone === ICAL.Timezone.utcTimezone ? wall + offset : wall;
}
