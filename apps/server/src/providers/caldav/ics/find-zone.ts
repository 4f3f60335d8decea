import { isTimeZone } from '@repo/domain/time/time-zone';
import type ICAL from 'ical.js';
import { definedZone } from './defined-zone.ts';
import { createStepBudget } from './step-budget.ts';
import { windowsZones } from './windows-zones.ts';
import { ianaZone, utc, type Zone } from './zoned-time.ts';

/** Finds zones by the names that the events of one resource use. */
export type FindZone = (tzid: string | undefined) => Zone;

/** Names of zones in one resource; times with further ones have none. */
const MAX_NAMES = 100;
/** Zones in one resource that it defines itself. */
const MAX_DEFINED = 5;
/** The maximum cost of all definitions together. Sixty years of summer time are 6,000. */
const DEFINITION_STEPS = 50_000;

/**
 * @param calendar the resource, whose own definitions (VTIMEZONE) apply to names that are neither of IANA nor of Windows.
 * @param floating the zone of times without one: the calendar's.
 * @returns a function that throws when the resource defines zones that take too long to follow.
 */
export function createFindZone(calendar: ICAL.Component, floating: Zone): FindZone {
  const found = new Map<string, Zone>();
  const budget = createStepBudget(DEFINITION_STEPS);
  let definitions: Map<string, ICAL.Component> | undefined;
  let defined = 0;
  const findDefined = (tzid: string): Zone | undefined => {
    definitions ??= definitionsIn(calendar);
    const definition = definitions.get(tzid);
    if (definition === undefined) return undefined;
    defined += 1;
    if (defined > MAX_DEFINED) throw new Error('It defines too many time zones.');
    return definedZone(definition, tzid, budget);
  };
  return (tzid) => {
    if (tzid === undefined) return floating;
    if (!found.has(tzid) && found.size >= MAX_NAMES) return floating;
    const zone = found.get(tzid) ?? knownZone(tzid) ?? findDefined(tzid) ?? floating;
    found.set(tzid, zone);
    return zone;
  };
}

/** By their names; the first of several. */
function definitionsIn(calendar: ICAL.Component): Map<string, ICAL.Component> {
  const found = new Map<string, ICAL.Component>();
  for (const definition of calendar.getAllSubcomponents('vtimezone')) {
    const name: unknown = definition.getFirstPropertyValue('tzid');
    if (typeof name === 'string' && !found.has(name)) found.set(name, definition);
  }
  return found;
}

/** A zone by its IANA or Windows name; servers also prefix the former: `/mozilla.org/2024/Europe/Berlin`. */
export function knownZone(tzid: string): Zone | undefined {
  const name = tzid.trim().replace(/^"|"$/g, '');
  if (/^(utc|gmt|z)$/i.test(name)) return utc;
  const ofWindows = windowsZones.get(name);
  if (ofWindows !== undefined) return ianaZone(ofWindows);
  const parts = name.slice(0, 200).split('/').filter(Boolean);
  for (const count of [parts.length, 3, 2]) {
    const tail = parts.slice(-count).join('/');
    if (isTimeZone(tail)) return ianaZone(tail);
  }
  return undefined;
}
