const MIB = 1024 * 1024;

/**
 * Larger emails are not read: mail services accept 50 MB at most. Nor are larger calendars, all of which is in
 * memory, since a change of a series may be anywhere in its file.
 */
export const MAX_MAIL_BYTES = 50 * MIB;
/** Maximum size of the headers of an email. */
export const MAX_HEAD_BYTES = 256 * 1024;
/** Maximum number of emails and meetings in one file. */
export const MAX_ITEMS = 2_000_000;
/** The part of a file that is in memory at once, besides the email that is being read. */
export const CHUNK_BYTES = 256 * 1024;
/** The time for which emails are looked for before other work can run; milliseconds. */
export const TURN_MS = 8;
/** Reading a file without emails is interrupted after so many milliseconds. */
export const NOTHING_MS = 1_000;

/** Events of one calendar: a series counts as one. */
export const MAX_EVENTS = 50_000;
/** The beginning of an event that is searched for a UID. */
export const MAX_UID_BYTES = 4_096;
/** Meetings of all calendars in one file. */
export const MAX_MEETINGS = 200_000;
/**
 * The steps that the rules of all its events may take together, and as many for all zones that it defines
 * (`calendar/ics/step-budget.ts`): a definition of sixty years of summer time takes 6,000.
 */
export const MAX_CALENDAR_STEPS = 10_000_000;

const GIB = 1024 * MIB;

/** Maximum number of files in an archive. Opening one costs 0.2 ms, however little it contains. */
export const MAX_ENTRIES = 100_000;
/** Maximum size of the list of files of a zip archive, which is in memory. */
export const MAX_LIST_BYTES = 64 * MIB;
/**
 * The most that an archive may contain: this many times its own size, within these limits; bytes.
 */
export const MAX_RATIO = 50;
export const MIN_EXPANDED_BYTES = 256 * MIB;
export const MAX_EXPANDED_BYTES = 100 * GIB;
