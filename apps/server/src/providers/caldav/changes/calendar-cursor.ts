import { createHash } from 'node:crypto';
import type { Calendar } from '../discover-calendars.ts';
import { listEvents } from '../read-events.ts';
import type { Reading } from '../reading.ts';

/** The cursor of an account. */
export interface CalendarCursor {
  /** By the addresses of the calendars. */
  calendars: Record<string, CalendarState>;
  /** The calendar whose changes were read only in part. */
  progress?: Progress | undefined;
  /**
   * Set in a new cursor: earlier deletions are not among the changes, so everything stored is compared first.
   * The last event that was compared, in the order of addresses.
   */
  compared?: string | undefined;
}

interface Progress {
  calendar: string;
  /** The calendar's state when all its changes are read. */
  next: CalendarState;
  /** The last event that was read, in the order of addresses. */
  after: string;
}

/**
 * The state up to which a calendar was read: its sync token; or, on a server without tokens, its tag,
 * and a digest of the versions of its events for each of 256 parts. Empty if it is to be read as a
 * whole.
 */
export interface CalendarState {
  token?: string | undefined;
  tag?: string | undefined;
  parts?: string[] | undefined;
  /** Whether it is among the failed items: it was not listed and may still exist, or it could not be read. */
  isSkipped?: true;
  /** Whether windows were listed without it, so that it is read as a whole. */
  isReadWhole?: true;
  /** How far its changes were read before it became unreadable. */
  progress?: Omit<Progress, 'calendar'>;
}

const PARTS = 256;

/** Reads the present state of a calendar without reading its events. */
export async function readCalendarState(
  { client }: Reading,
  calendar: Calendar,
): Promise<CalendarState> {
  const { syncToken, tag } = calendar;
  return syncToken === undefined
    ? { tag, parts: digestParts(await listEvents(client, calendar)) }
    : { token: syncToken };
}

export function isUnchanged(
  { syncToken, tag }: Calendar,
  known: CalendarState | undefined,
): boolean {
  return syncToken === undefined
    ? tag !== undefined && known?.parts !== undefined && tag === known.tag
    : syncToken === known?.token;
}

/** Returns a digest of the versions of the events in each part of a calendar. */
export function digestParts(events: readonly { href: string; etag: string }[]): string[] {
  const parts = Array.from({ length: PARTS }, (): string[] => []);
  for (const { href, etag } of events) parts[partOf(href)]?.push(`${href}\n${etag}`);
  return parts.map((one) => (one.length === 0 ? '' : digest(one.sort().join('\n'))));
}

/** The index of the part that an event belongs to. */
export const partOf = (href: string): number => createHash('sha256').update(href).digest()[0] ?? 0;

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 12);
