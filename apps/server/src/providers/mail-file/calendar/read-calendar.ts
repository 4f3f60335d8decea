import { setImmediate } from 'node:timers/promises';
import { businessTimeZone } from '@repo/domain/time/business-day';
import {
  createFindKnownZone,
  createFindZone,
  type FindKnownZone,
  type FindZone,
  zonesOfFile,
} from '../../calendar/ics/find-zone.ts';
import { parseCalendar } from '../../calendar/ics/parse-calendar.ts';
import { createStepBudget, type StepBudget } from '../../calendar/ics/step-budget.ts';
import { runInTurns, type Steps } from '../../calendar/ics/steps.ts';
import { ianaZone } from '../../calendar/ics/zoned-time.ts';
import { mapEvent, type MeetingItem } from '../../calendar/map-occurrence.ts';
import { AHEAD_MS, MAX_EVENT_BYTES } from '../../calendar/meeting-limits.ts';
import { UnusableFileError } from '#modules/integrations/provider/file-reader.ts';
import { MAX_CALENDAR_STEPS, MAX_EVENTS, MAX_MEETINGS, TURN_MS } from '../mail-file-limits.ts';
import type { FoundItem } from '../to-file-item.ts';
import { calendarText, charsetOf } from './calendar-text.ts';
import { type CalendarText, splitCalendars } from './split-calendars.ts';

const floatingZone = ianaZone(businessTimeZone);

/** Messages of a person about a meeting, which are no event of their calendar. */
const notStored = new Set(['REPLY', 'COUNTER', 'DECLINECOUNTER', 'REFRESH', 'CANCEL']);

/** Reads the calendars of one file or archive; one limit applies to all of them. */
export interface CalendarReader {
  /** Whether there was any calendar. */
  found: boolean;
  /** Zones that are not known, with the number of meetings that name them. */
  unknownZones: Map<string, number>;
  /** Events that are cancelled, which are no meetings: how many, and the titles of the first. */
  cancelled: { count: number; titles: string[] };
  /** The meetings of the calendars in an iCalendar text, named with a prefix. */
  read: (file: Buffer, prefix: string) => AsyncGenerator<FoundItem>;
}

/**
 * @param addresses the user's own, in lower case.
 * @param uploadedAt from when series are read some time ahead: the same whenever the file is read.
 */
export function createCalendarReader(
  addresses: ReadonlySet<string>,
  uploadedAt: number,
): CalendarReader {
  const span = { from: -Infinity, to: uploadedAt + AHEAD_MS };
  const findKnown = createFindKnownZone();
  let [steps, zoneSteps, meetings] = [MAX_CALENDAR_STEPS, MAX_CALENDAR_STEPS, 0];
  /** Events share the file's remaining steps, and each has at most an event's usual limit. */
  const withBudget = async (
    read: (budget: StepBudget) => Steps<MeetingItem[]>,
  ): Promise<MeetingItem[]> => {
    const budget = createStepBudget();
    budget.steps = Math.min(budget.steps, steps);
    const given = budget.steps;
    try {
      return await runInTurns(read(budget), setImmediate);
    } finally {
      steps -= given - Math.max(0, budget.steps);
    }
  };
  const cancelled: CalendarReader['cancelled'] = { count: 0, titles: [] };
  const noteCancelled = (title: string): void => {
    cancelled.count += 1;
    if (cancelled.titles.length < MAX_TITLES) cancelled.titles.push(shownTitle(title));
  };
  async function* itemsOf(
    events: readonly Buffer[],
    { zones, charset }: { zones: FindZone; charset: string | undefined },
    name: string,
  ): AsyncGenerator<FoundItem> {
    const map = (data: string) =>
      withBudget((budget) => {
        const shared = { findZone: zones, budget, noteCancelled };
        const how = { addresses, zone: floatingZone, shared, includesDeclined: true };
        return mapEvent({ href: '', data }, how, span);
      });
    const found = await readEvent(events, charset, map);
    if (typeof found === 'string') {
      yield { type: 'calendar', kind: 'unreadable', name, reason: found };
      return;
    }
    meetings += found.length;
    if (meetings > MAX_MEETINGS) throw tooMany();
    for (const item of found) {
      countUnknown(reader.unknownZones, item);
      yield toItem(item, name);
    }
  }
  const reader: CalendarReader = {
    found: false,
    unknownZones: new Map(),
    cancelled,
    async *read(file, prefix) {
      const charset = charsetOf(file);
      /** Read last: their series may be in a later calendar of the file, and would take their place. */
      const changes: { events: readonly Buffer[]; zones: FindZone; name: string }[] = [];
      let number = 0;
      let turnEnds = performance.now() + TURN_MS;
      const endTurn = async () => {
        if (performance.now() <= turnEnds) return;
        await setImmediate();
        turnEnds = performance.now() + TURN_MS;
      };
      for await (const calendar of splitCalendars(file)) {
        reader.found = true;
        // There may be tens of thousands of calendars without an event.
        await endTurn();
        // Each of thousands could define zones that take long to follow.
        const budget = createStepBudget(Math.min(zonesOfFile.steps, zoneSteps));
        zoneSteps -= budget.steps;
        const zones = await readZones(calendar, charset, { findKnown, budget });
        for (const events of calendar.events) {
          await endTurn();
          number += 1;
          const name = `${prefix}Event ${number}`;
          if (notStored.has(calendar.method)) yield { type: 'calendar', kind: 'excluded', name };
          else if (zones === undefined)
            yield { type: 'calendar', kind: 'unreadable', name, reason: unreadable };
          else if (events.every(isChange)) changes.push({ events, zones, name });
          else yield* itemsOf(events, { zones, charset }, name);
        }
        zoneSteps += Math.max(0, budget.steps);
        yield* problemsOf(calendar, prefix);
      }
      for (const { events, zones, name } of changes) {
        await endTurn();
        yield* itemsOf(events, { zones, charset }, name);
      }
    },
  };
  return reader;
}

/** Whether an event may be a change of one occurrence. */
const isChange = (event: Buffer): boolean =>
  event.includes('RECURRENCE-ID') || event.includes('recurrence-id');

const unreadable = 'The time zones of its calendar cannot be read.';

/** @returns why its meetings are unknown, where they are. */
async function readEvent(
  events: readonly Buffer[],
  charset: string | undefined,
  map: (data: string) => Promise<MeetingItem[]>,
): Promise<MeetingItem[] | string> {
  const size = events.reduce((sum, { length }) => sum + length, 0);
  if (size > MAX_EVENT_BYTES) return 'The event is too large.';
  const lines = events.map((event) => calendarText(event, charset).trimEnd());
  try {
    return await map(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n'));
  } catch (error) {
    return `The event cannot be read. ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The zones that a calendar names and defines; undefined if they cannot be read. */
async function readZones(
  { head }: CalendarText,
  charset: string | undefined,
  limited: { findKnown: FindKnownZone; budget: StepBudget },
): Promise<FindZone | undefined> {
  const size = head.reduce((sum, { length }) => sum + length, 0);
  if (size > MAX_EVENT_BYTES) return undefined;
  const lines = head.map((part) => calendarText(part, charset).trimEnd());
  try {
    const ics = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
    return await runInTurns(findZoneIn(ics, limited), setImmediate);
  } catch {
    return undefined;
  }
}

function* findZoneIn(
  ics: string,
  limited: { findKnown: FindKnownZone; budget: StepBudget },
): Steps<FindZone> {
  const calendar = yield* parseCalendar(ics);
  return yield* createFindZone(calendar, floatingZone, { limits: zonesOfFile, ...limited });
}

/** Titles of cancelled events that are listed, and their characters. */
const MAX_TITLES = 5;
const MAX_TITLE = 80;

const shownTitle = (title: string): string =>
  title
    .slice(0, MAX_TITLE)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .toWellFormed()
    .trim() || 'Untitled';

/** Names of zones that are counted one by one. */
const MAX_UNKNOWN_ZONES = 1_000;

function countUnknown(zones: CalendarReader['unknownZones'], { activity }: MeetingItem): void {
  const { unknownTimeZone: name } = activity.metadata ?? {};
  if (name === undefined) return;
  const key = zones.has(name) || zones.size < MAX_UNKNOWN_ZONES ? name : '…';
  zones.set(key, (zones.get(key) ?? 0) + 1);
}

function toItem({ activity, size, isDeclined }: MeetingItem, name: string): FoundItem {
  if (isDeclined) return { type: 'calendar', kind: 'excluded', name };
  const { occurredAt, participants } = activity;
  return {
    type: 'calendar',
    kind: 'activity',
    name,
    head: { occurredAt, participants },
    size,
    read: () => Promise.resolve(activity),
  };
}

function* problemsOf({ excess, isCut }: CalendarText, prefix: string): Generator<FoundItem> {
  const problem = (reason: string): FoundItem => ({
    type: 'calendar',
    kind: 'unreadable',
    name: `${prefix}The calendar`,
    reason,
  });
  if (excess > 0) {
    yield problem(
      `It has more than ${MAX_EVENTS.toLocaleString('en')} events, of which ${excess.toLocaleString('en')} were not read. Export a shorter time.`,
    );
  }
  if (isCut) yield problem('The calendar ends too early. Export it again.');
}

const tooMany = (): UnusableFileError =>
  new UnusableFileError(
    `The calendars have more than ${MAX_MEETINGS.toLocaleString('en')} meetings. Export a shorter time.`,
    { isPartlyUsable: true },
  );
