const MIB = 1024 * 1024;

/** Larger emails are not read: mail services accept 50 MB at most. */
export const MAX_MAIL_BYTES = 50 * MIB;
/** Maximum size of the headers of an email. */
export const MAX_HEAD_BYTES = 256 * 1024;
/** Maximum number of emails and meetings in one file. */
export const MAX_ITEMS = 2_000_000;
/** How much of a file is in memory at once, besides the email that is being read. */
export const CHUNK_BYTES = 256 * 1024;
/** How long emails are looked for before other work can run; milliseconds. */
export const TURN_MS = 8;

const GIB = 1024 * MIB;

/** Maximum number of files in an archive. */
export const MAX_ENTRIES = 500_000;
/** Maximum size of the list of files of a zip archive, which is in memory. */
export const MAX_LIST_BYTES = 64 * MIB;
/** How much an archive may contain: this many times its own size, within these limits; bytes. */
export const MAX_RATIO = 50;
export const MIN_EXPANDED_BYTES = 256 * MIB;
export const MAX_EXPANDED_BYTES = 100 * GIB;
