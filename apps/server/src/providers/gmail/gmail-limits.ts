/**
 * The quota units of each endpoint. The units per minute and user are a setting: 6,000 for projects since May
 * 2026; older projects have 15,000 and a cheaper get.
 * https://developers.google.com/workspace/gmail/api/reference/quota
 */
export const gmailCosts = { getProfile: 5, list: 5, get: 20, history: 2 } as const;
export const olderProject = { unitsPerMinute: 15_000, get: 5 } as const;
/** The share of the quota that a history import uses; the rest is left to the sync. */
export const HISTORY_SHARE = 0.75;
/** A conversation costs as much as this many of its emails, regardless of their number. */
export const MAILS_PER_THREAD = 2;

/** Emails on a page of a listing: with the quota above, some twenty seconds of reading. */
export const listPageSize = 100;
/** History records on a page; at most 500. */
export const historyPageSize = 100;

/**
 * Maximum length of a search in characters. Google documents no limit; a search is part of the URL,
 * and 2,000 characters are accepted everywhere.
 */
export const MAX_SEARCH_LENGTH = 1_800;
