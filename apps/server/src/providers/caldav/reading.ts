import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import type { DavClient } from './dav/dav-client.ts';
import type { Calendar } from './discover-calendars.ts';
import type { Span } from '../calendar/ics/read-occurrences.ts';
import type { MeetingItem } from '../calendar/map-occurrence.ts';
import type { EventResource } from './read-events.ts';
import type { Skipped } from './skipped-calendar.ts';

/** The functions with which a sync reads events. */
export interface Reading {
  client: DavClient;
  signal: AbortSignal;
  /** Why calendars could not be read when that was tried last, by their addresses. */
  refused: Map<string, Error>;
  /** The user's calendars as they are now. */
  calendars: () => Promise<Calendar[]>;
  /** One of them, as it was at some time in this sync, however its address is encoded. */
  calendarAt: (url: URL) => Promise<Calendar | undefined>;
  /**
   * Why it is unknown whether a calendar that is not listed still has the user's meetings; undefined when it has none.
   *
   * @throws the same where no calendar can be read.
   */
  checkUnlisted: (href: string) => Promise<Error | undefined>;
  /** The stored entry of a skipped calendar. */
  findSkipped: (href: string) => Promise<Skipped>;
  /** Maps an event, or the first of its meetings that is wanted; without any where it cannot be read. */
  map: (
    event: EventResource,
    calendar: Calendar,
    span: Span,
    isWanted?: (location: ItemLocation) => boolean,
  ) => Promise<MappedEvent>;
  /** The stored events with addresses that begin with a text. */
  findFolders: (prefix: string) => Promise<string[]>;
}

export interface MappedEvent {
  items: MeetingItem[];
  /** Why it cannot be read; its meetings are then unknown. */
  problem?: string;
}
