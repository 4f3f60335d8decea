/**
 * What each call costs of the quota. How much of that there is for a minute and user is a setting:
 * 6,000 for projects since May 2026; older ones have 15,000, and pay less for a get.
 * https://developers.google.com/workspace/gmail/api/reference/quota
 */
export const gmailCosts = { getProfile: 5, list: 5, get: 20, history: 2 } as const;
export const olderProject = { unitsPerMinute: 15_000, get: 5 } as const;
/** The share of the quota that a history import uses; the rest is left to the sync. */
export const HISTORY_SHARE = 0.75;
/** A conversation costs as much as so many of its mails, however many it has. */
export const MAILS_PER_THREAD = 2;

/** Mails on a page of a listing: at the quota above, some twenty seconds of reading. */
export const listPageSize = 100;
/** History records on a page; at most 500. */
export const historyPageSize = 100;

/**
 * The longest search, in characters. Google names no limit; a search travels in the address of a
 * request, and 2,000 characters pass everywhere.
 */
export const MAX_SEARCH_LENGTH = 1_800;
