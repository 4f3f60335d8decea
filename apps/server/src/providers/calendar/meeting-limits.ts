const dayMs = 24 * 60 * 60 * 1000;

/** Larger events are not read: one, or a series with its changed occurrences. */
export const MAX_EVENT_BYTES = 1024 * 1024;
/** Occurrences of one event that are read at once: one a day for 27 years. */
export const MAX_OCCURRENCES_OF_EVENT = 10_000;
/**
 * About how many characters all of them may have together: each is stored with the texts and people of its series.
 * A daily meeting of twenty years may have 9,000
 * each time.
 */
export const MAX_STORED_OF_EVENT = 64 * 1024 * 1024;
/** Series are read this far ahead. */
export const AHEAD_MS = 400 * dayMs;
