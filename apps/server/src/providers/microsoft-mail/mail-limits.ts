/** Messages on a page of a listing. */
export const LIST_PAGE_SIZE = 100;
/**
 * Messages on a page of changes: Exchange may fail with large ones, so the page shrinks while it does
 * (https://github.com/alcionai/corso: 500, then less).
 */
export const MAX_CHANGES_PAGE = 200;
export const MIN_CHANGES_PAGE = 10;
/** Ids that one page of changes passes on; more folders are read until there are as many. */
export const ENOUGH_CHANGES = 100;
/** The time after which a page of changes is passed on, however few ids it has; milliseconds. */
export const PAGE_TARGET_MS = 20_000;
/** Folders of a mailbox that are read. Exchange Online warns from 500 in a folder on. */
export const MAX_FOLDERS = 1_000;
/** Folders within folders: Outlook allows 300, and mailboxes have fewer than 20. */
export const MAX_FOLDER_DEPTH = 20;
/** Immutable ids have some 150 characters. */
export const MAX_ID_LENGTH = 1_000;
/** How often reading a folder from the beginning may be broken off by an expired link in one round. */
export const MAX_RESTARTS = 3;
/** Heads that are kept until they are requested; the oldest are evicted. */
export const MAX_KEPT_HEADS = 2_000;
/**
 * How far the start of a round is moved back, so that a message that arrives while it begins is read. Twice is
 * harmless; milliseconds.
 */
export const OVERLAP_MS = 10 * 60_000;
/** Reads one message with one request, of 10,000 in ten minutes; the rest is left to the sync. Milliseconds. */
export const HISTORY_ITEM_MS = 80;
