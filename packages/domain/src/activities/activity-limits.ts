/** Participants of one activity that are stored. */
export const MAX_PARTICIPANTS = 1_000;

/**
 * The part of a text or HTML body that is stored, in UTF-16 units. A megabyte of HTML is far beyond what any mail
 * program shows in full.
 */
export const MAX_BODY_LENGTH = 1_000_000;

/** Stored Message-IDs of an email, including those it refers to: the first and the last ones. */
export const MAX_MESSAGE_IDS = 200;
