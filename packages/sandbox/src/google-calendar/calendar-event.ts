/** A day, or a moment with the zone whose clock the event follows. As in Google's API. */
export interface EventTime {
  /** `YYYY-MM-DD`, of an all-day event; an end is the first day after it. */
  date?: string;
  /** RFC 3339; without an offset it is the clock of `timeZone`. */
  dateTime?: string;
  /** A name of the IANA database. Absent: that of the calendar. */
  timeZone?: string;
}

export interface EventPerson {
  email: string;
  displayName?: string;
}

export interface EventAttendee extends EventPerson {
  responseStatus?: 'needsAction' | 'declined' | 'tentative' | 'accepted';
  optional?: boolean;
  /** A room, not a person. */
  resource?: boolean;
  comment?: string;
}

/**
 * An event as it is put into a calendar: Google's own resource, as `events.insert` takes it. What
 * is absent is filled in as Google does: id, iCalUID, organizer (the owner), status (confirmed).
 */
export interface CalendarEvent {
  /** Absent: made from `iCalUID`. */
  id?: string;
  /** The same for everyone who is invited. Absent: made from the id. */
  iCalUID?: string;
  status?: 'confirmed' | 'tentative' | 'cancelled';
  summary?: string;
  description?: string;
  location?: string;
  start: EventTime;
  end: EventTime;
  /** `RRULE:…`, `EXDATE…:…` and `RDATE…:…` lines of a recurring event. */
  recurrence?: string[];
  /** Only for an exception, with `originalStartTime`: the recurring event that it belongs to. */
  recurringEventId?: string;
  /** The original start of the instance. */
  originalStartTime?: EventTime;
  organizer?: EventPerson;
  attendees?: EventAttendee[];
  hangoutLink?: string;
  conferenceData?: object;
  sequence?: number;
  transparency?: 'opaque' | 'transparent';
  visibility?: 'default' | 'public' | 'private' | 'confidential';
  eventType?: string;
  /** RFC 3339. Absent: when it was put in. */
  created?: string;
}
