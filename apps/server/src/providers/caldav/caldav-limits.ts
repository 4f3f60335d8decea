import { AHEAD_MS } from '../calendar/meeting-limits.ts';

const MIB = 1024 * 1024;

/** The maximum size of the response to one request. */
export interface ResponseSize {
  bytes: number;
  /** Elements and attributes of its XML. */
  elements: number;
}

/** A list of 50,000 events has some 20 MB, and for each event 6 elements. */
export const LIST_SIZE: ResponseSize = { bytes: 24 * MIB, elements: 600_000 };
/** Whole events: a batch of 100, with 7 elements each. */
export const EVENTS_SIZE: ResponseSize = { bytes: 16 * MIB, elements: 5_000 };
/** Everything else. A calendar in a list of them has some 30 elements. */
export const OTHER_SIZE: ResponseSize = { bytes: 2 * MIB, elements: 40_000 };

/** Responses in one list: all events of an account, and as many that are gone. */
export const MAX_RESPONSES = 101_000;
/** Events that are requested at once. */
export const BATCH_SIZE = 100;
/** Occurrences after which a page ends. */
export const PAGE_SIZE = 250;
/** The limit for all occurrences of its events, including those before the span of changes. */
export const MAX_PAGE_UIDS = 10_000;
/** A page ends when about so many characters are stored of its occurrences; one of changes, at the end of an event. */
export const MAX_PAGE_CHARACTERS = 16 * MIB;
/** Calendars of one account. */
export const MAX_CALENDARS = 50;
/**
 * Stored events of one calendar that are not listed and may still exist, after which no more of them are requested in a
 * round of changes.
 */
export const MAX_UNLISTED_EVENTS = 100;
/** Events of a page at which the server fails with an internal error; with more, it fails at their calendar. */
export const MAX_FAILING_EVENTS = 5;
/** Events of one account: a series counts as one. */
export const MAX_EVENTS = 50_000;
/** The address of an event; characters, all of them ASCII. Locations are found by it, in an index. */
export const MAX_EVENT_ADDRESS = 2_000;
/**
 * The sync token or tag of a calendar, or the version (etag) of an event; characters. Servers use up to some
 * hundred. Every page stores those of all calendars in its cursor: at most 100 KB.
 */
export const MAX_STATE_LENGTH = 2_000;
/**
 * The definition of a calendar's time zone; characters. Some have 20 KB. Longer ones are neither read, which
 * takes up to 30 ms, nor kept, for each calendar.
 */
export const MAX_TIME_ZONE_LENGTH = 32 * 1024;
/** The user's own email addresses that a server may name: people have a few, with aliases some dozen. */
export const MAX_OWN_ADDRESSES = 50;
/** One of them; characters. The longest of SMTP: 64 before the @, 255 after it (RFC 5321, 4.5.3.1). */
export const MAX_OWN_ADDRESS = 320;
/** Occurrences of a window that are in memory at the same time. */
export const MAX_OCCURRENCES = 200_000;
/** About how many characters they have together. */
export const MAX_WEIGHT = 128 * MIB;
/**
 * Occurrences that are cached during a sync in addition; the oldest are evicted. More than a page has: an
 * occurrence evicted before it was read and stored would look deleted.
 */
export const MAX_REMEMBERED = 20_000;
/** About how many characters these have together. */
export const MAX_REMEMBERED_WEIGHT = 32 * MIB;

/** Timeout of one request, however slowly the server sends; milliseconds. */
export const REQUEST_TIMEOUT_MS = 60_000;
export const MAX_REDIRECTS = 3;

const dayMs = 24 * 60 * 60 * 1000;
/** Changes are read this far back; older occurrences are read by windows. */
const PAST_MS = 400 * dayMs;

/**
 * The span in which changed occurrences are read; epoch milliseconds. The nightly reconciliation continues
 * from there.
 */
export const changedSpan = (now = Date.now()): { from: number; to: number } => ({
  from: now - PAST_MS,
  to: now + AHEAD_MS,
});

/**
 * No stored occurrence is older: at most five years before today are read (`limits.historyYears`), and
 * occurrences stay stored for years.
 */
const STORED_MS = 20 * 366 * dayMs;

/** All occurrences that may be stored. */
export const wholeSpan = (now = Date.now()): { from: number; to: number } => ({
  from: now - STORED_MS,
  to: changedSpan(now).to,
});
