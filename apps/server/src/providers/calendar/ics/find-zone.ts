import { isTimeZone } from '@repo/domain/time/time-zone';
import type ICAL from 'ical.js';
import { definedZone } from './defined-zone.ts';
import { createStepBudget, type StepBudget } from './step-budget.ts';
import type { Steps } from './steps.ts';
import { windowsZones } from './windows-zones.ts';
import { ianaZone, utc, type Zone } from './zoned-time.ts';

/** Finds zones by the names that the events of one resource use. */
export type FindZone = (tzid: string | undefined) => Zone;

/** The part of a name that is looked up. */
const MAX_NAME_LENGTH = 200;

/** The maximum cost of one definition. Sixty years of summer time are 6,000. */
const MAX_DEFINITION_STEPS = 10_000;

/** Limits of the zones of one resource. */
interface ZoneLimits {
  /** Names of zones; times with further ones have none. */
  names: number;
  /** Zones that it defines itself. */
  defined: number;
  /** The maximum cost of all definitions together. */
  steps: number;
}

const ofEvent: ZoneLimits = { names: 30, defined: 5, steps: 50_000 };
/** A file with all events of a calendar. */
export const zonesOfFile: ZoneLimits = { names: 1_000, defined: 50, steps: 500_000 };

/** Finds a zone by a name of IANA or Windows. */
export type FindKnownZone = (tzid: string) => Zone | undefined;

/**
 * Looks up each name once for all calendars of a file, of which there may be tens of thousands: Intl takes long for
 * a name, known or not. Fewer names than the maximum exist; those beyond it are unknown, as are longer ones.
 */
export function createFindKnownZone(maxNames = zonesOfFile.names): FindKnownZone {
  const found = new Map<string, Zone | undefined>();
  return (tzid) => {
    if (tzid.length > MAX_NAME_LENGTH) return undefined;
    // A copy, since a part of a text keeps the whole text in memory.
    if (!found.has(tzid) && found.size < maxNames) found.set(copyOf(tzid), knownZone(tzid));
    return found.get(tzid);
  };
}

const copyOf = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/**
 * @param calendar the resource, whose own definitions (VTIMEZONE) apply to names that are neither of IANA nor of Windows.
 * @param floating the zone of times without one: the calendar's.
 * @param options.budget what its definitions may cost; several resources may share one.
 * @returns a function that throws for a zone whose definition takes too long to follow.
 */
export function* createFindZone(
  calendar: ICAL.Component,
  floating: Zone,
  {
    limits = ofEvent,
    findKnown = knownZone,
    budget = createStepBudget(limits.steps),
  }: { limits?: ZoneLimits; findKnown?: FindKnownZone; budget?: StepBudget } = {},
): Steps<FindZone> {
  const found = new Map<string, Zone>();
  const defined = yield* readDefinitions(calendar, { limits, findKnown, budget });
  const findDefined = (tzid: string): Zone | undefined => {
    const zone = defined.get(tzid);
    if (zone instanceof Error) throw zone;
    return zone;
  };
  return (tzid) => {
    if (tzid === undefined) return floating;
    if (!found.has(tzid) && found.size >= limits.names) return floating;
    const zone = found.get(tzid) ?? findKnown(tzid) ?? findDefined(tzid) ?? floating;
    found.set(tzid, zone);
    return zone;
  };
}

/** The zones that a resource defines, or why they cannot be used, by their names; the first of several. */
function* readDefinitions(
  calendar: ICAL.Component,
  {
    limits,
    findKnown,
    budget,
  }: { limits: ZoneLimits; findKnown: FindKnownZone; budget: StepBudget },
): Steps<Map<string, Zone | Error | undefined>> {
  const found = new Map<string, Zone | Error | undefined>();
  let count = 0;
  for (const definition of calendar.getAllSubcomponents('vtimezone').slice(0, limits.names)) {
    yield;
    const name: unknown = definition.getFirstPropertyValue('tzid');
    if (typeof name !== 'string' || found.has(name) || findKnown(name) !== undefined) continue;
    count += 1;
    found.set(
      name,
      count > limits.defined
        ? new Error('It defines too many time zones.')
        : readDefinition(definition, name, budget),
    );
  }
  return found;
}

function readDefinition(
  definition: ICAL.Component,
  name: string,
  budget: StepBudget,
): Zone | Error | undefined {
  const own = createStepBudget(Math.min(MAX_DEFINITION_STEPS, budget.steps));
  const given = own.steps;
  try {
    return definedZone(definition, name, own);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    budget.steps -= given - Math.max(0, own.steps);
  }
}

/** A zone by its IANA or Windows name; servers also prefix the former: `/mozilla.org/2024/Europe/Berlin`. */
export function knownZone(tzid: string): Zone | undefined {
  const name = tzid.trim().replace(/^"|"$/g, '');
  if (/^(utc|gmt|z)$/i.test(name)) return utc;
  const ofWindows = windowsZones.get(name);
  if (ofWindows !== undefined) return ianaZone(ofWindows);
  const parts = name.slice(0, MAX_NAME_LENGTH).split('/').filter(Boolean);
  for (const count of [parts.length, 3, 2]) {
    const tail = parts.slice(-count).join('/');
    if (isTimeZone(tail)) return ianaZone(tail);
  }
  return undefined;
}
