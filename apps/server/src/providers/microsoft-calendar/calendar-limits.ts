import { AHEAD_MS } from '../calendar/meeting-limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Events on a page, of a listing and of changes. With larger pages of changes more series are repeated. */
export const EVENT_PAGE_SIZE = 50;
/** Occurrences of a series on a page. */
export const INSTANCE_PAGE_SIZE = 100;
/** Occurrences of a series that are requested together; others are read one by one. One a day for eight years. */
export const MAX_INSTANCE_PAGES = 30;
/** The occurrences of a series that are requested one by one, since a list takes as many requests. */
export const FEW_OCCURRENCES = 2;
/** Events that are kept until they are read; the oldest are evicted. */
export const MAX_KEPT_EVENTS = 5_000;
export const MAX_KEPT_SERIES = 1_000;

/**
 * Changes are reported for a window that cannot be moved; Microsoft allows 1,825 days
 * (https://github.com/microsoftgraph/microsoft-graph-docs-contrib/issues/6284).
 */
export const WINDOW_BEFORE_MS = 400 * DAY_MS;
/** Ahead of what is read until the window is renewed. */
export const WINDOW_AFTER_MS = AHEAD_MS + 60 * DAY_MS;
/** The age at which the window is replaced by a later one. */
export const RENEW_AFTER_MS = 30 * DAY_MS;

/** How often reading the window from the beginning may be broken off by an expired link in one round. */
export const MAX_RESTARTS = 3;
/** Pages of a round. More than 50,000 events in three years are not read by changes. */
export const MAX_ROUND_PAGES = 1_000;
/** The pages of a round that are remembered to notice that they repeat. */
export const REMEMBERED_PAGES = 20;

/** Ids of occurrences have some 250 characters. */
export const MAX_ID_LENGTH = 1_000;
/**
 * How far the start of a round is moved back, so that an event that changes while it begins is read. Twice is harmless;
 * milliseconds.
 */
export const OVERLAP_MS = 10 * 60_000;
/** One page of history takes one request, of 10,000 in ten minutes; the rest is left to the sync. Milliseconds. */
export const HISTORY_PAGE_MS = 200;
