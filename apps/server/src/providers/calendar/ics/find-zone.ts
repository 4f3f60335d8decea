import { isTimeZone } from '@repo/domain/time/time-zone';
import type ICAL from 'ical.js';
import { definedZone } from './defined-zone.ts';
import { createStepBudget, type StepBudget } from './step-budget.ts';
import type { Steps } from './steps.ts';
import { guessZone } from './guess-zone.ts';
import { windowsZones } from './windows-zones.ts';
import { ambiguousNames } from './zone-names.ts';
import { ianaZone, unknownZone, utc, type Zone } from './zoned-time.ts';

/** Finds zones by the names that the events of one resource use. */
export type FindZone = (tzid: string | undefined) => Zone;

/** The part of a name that is looked up. */
const MAX_NAME_LENGTH = 200;

/** The maximum cost of one definition. Sixty years of summer time are 6,000. */
const MAX_DEFINITION_STEPS = 10_000;

/** Limits of the zones of one resource. */
interface ZoneLimits {
  /** Names of zones; further ones are unknown. */
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
 * Looks up each name once for all calendars of a file, which may have tens of thousands: Intl takes long for
 * a name, known or not. Fewer names than the maximum exist; names beyond it are unknown, and so are longer
 * ones.
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
 * @param calendar the resource. Its own definitions (VTIMEZONE) apply to names that are neither IANA's nor
 *   Windows'.
 * @param floating the zone of times without one, unless the resource names its own (X-WR-TIMEZONE).
 * @param options.budget the cost limit of its definitions; several resources may share one.
 * @returns a function that returns a zone marked `unknown` for a meaningless name, a name beyond the
 *   limits, and a definition that takes too long to follow: never another zone.
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
  const find = (tzid: string): Zone => {
    const known = found.get(tzid);
    if (known !== undefined) return known;
    if (found.size >= limits.names || tzid.length > MAX_NAME_LENGTH) return unknownZone(tzid);
    const definition = defined.get(plainId(tzid));
    const zone =
      findKnown(tzid) ??
      (definition === tooCostly ? undefined : (definition ?? guessZone(tzid))) ??
      unknownZone(tzid);
    found.set(tzid, zone);
    return zone;
  };
  const named: unknown = calendar.getFirstPropertyValue('x-wr-timezone');
  const own = typeof named === 'string' && named.trim() !== '' ? find(named.trim()) : floating;
  return (tzid) => (tzid === undefined || tzid.trim() === '' ? own : find(tzid));
}

/** Some programs escape the commas of a name only where the zone is defined. */
const plainId = (tzid: string): string => tzid.replaceAll('\\', '').trim();

/** A definition that is not followed. */
const tooCostly = Symbol('too costly');

/** The zones that a resource defines by their names; the first of several. */
function* readDefinitions(
  calendar: ICAL.Component,
  {
    limits,
    findKnown,
    budget,
  }: { limits: ZoneLimits; findKnown: FindKnownZone; budget: StepBudget },
): Steps<Map<string, Zone | typeof tooCostly | undefined>> {
  const found = new Map<string, Zone | typeof tooCostly | undefined>();
  let count = 0;
  for (const definition of calendar.getAllSubcomponents('vtimezone').slice(0, limits.names)) {
    yield;
    const name: unknown = definition.getFirstPropertyValue('tzid');
    if (typeof name !== 'string' || findKnown(name) !== undefined) continue;
    const id = plainId(name);
    if (found.has(id)) continue;
    count += 1;
    found.set(id, count > limits.defined ? tooCostly : readDefinition(definition, name, budget));
  }
  return found;
}

function readDefinition(
  definition: ICAL.Component,
  name: string,
  budget: StepBudget,
): Zone | typeof tooCostly | undefined {
  const own = createStepBudget(Math.min(MAX_DEFINITION_STEPS, budget.steps));
  const given = own.steps;
  try {
    return definedZone(definition, name, own);
  } catch {
    return tooCostly;
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
  if (ambiguousNames.has(name.toLowerCase())) return undefined;
  const parts = name.slice(0, MAX_NAME_LENGTH).split('/').filter(Boolean);
  for (const count of [parts.length, 3, 2]) {
    const tail = parts.slice(-count).join('/');
    if (isTimeZone(tail)) return ianaZone(tail);
  }
  return undefined;
}
