import { readFile } from 'node:fs/promises';
import type { CalendarEvent } from '../calendar-event.ts';
import type { CalendarStore } from '../calendar-store.ts';
import { putEvent } from '../change-events.ts';
import { instantOf, moveEventTime, readEventTime } from './event-time.ts';
import { inOrderSent, readIcs } from './read-ics.ts';
import { moveRecurrence } from './recurrence.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The iCalendar files of a user's calendar. */
export interface CalendarSource {
  address: string;
  calendarFiles?: readonly string[];
}

/**
 * Puts the files' events into a calendar, moved by `shiftDays`. The caller has a transaction open.
 */
export async function loadCalendar(
  store: CalendarStore,
  owner: number,
  source: CalendarSource,
  { shiftDays, now }: { shiftDays: number; now: number },
): Promise<void> {
  for (const event of await readCalendarFiles(source)) {
    putEvent(store, owner, moveEvent(event, shiftDays), now);
  }
}

/**
 * The most whole days by which these calendars can move and have every event begin before `now`.
 */
export async function latestCalendarShift(
  sources: readonly CalendarSource[],
  now: number,
): Promise<number | undefined> {
  const starts: number[] = [];
  for (const source of sources) {
    for (const { start } of await readCalendarFiles(source)) {
      starts.push(instantOf(readEventTime(start)));
    }
  }
  return starts.length === 0 ? undefined : Math.floor((now - Math.max(...starts)) / dayMs);
}

async function readCalendarFiles({
  address,
  calendarFiles = [],
}: CalendarSource): Promise<CalendarEvent[]> {
  const events: CalendarEvent[] = [];
  for (const file of calendarFiles) {
    try {
      events.push(...readIcs(await readFile(file, 'utf8')));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The calendar file ${file} of ${address} cannot be read: ${reason}`, {
        cause: error,
      });
    }
  }
  return inOrderSent(events);
}

function moveEvent(event: CalendarEvent, days: number): CalendarEvent {
  const { start, end, originalStartTime, recurrence, created } = event;
  return {
    ...event,
    start: moveEventTime(start, days),
    end: moveEventTime(end, days),
    ...(originalStartTime === undefined
      ? {}
      : { originalStartTime: moveEventTime(originalStartTime, days) }),
    ...(recurrence === undefined ? {} : { recurrence: moveRecurrence(recurrence, days) }),
    ...(created === undefined
      ? {}
      : { created: new Date(Date.parse(created) + days * dayMs).toISOString() }),
  };
}
