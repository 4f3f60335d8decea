/**
 * The facts about a captured activity that decide whether colleagues may see it, from the view of one domain.
 */
export interface SharingMarks {
  /** Whether the calendar marks a meeting as private or confidential. */
  isPrivate: boolean;
  /** Whether its owner keeps the conversation private, or the sender of an email in it marked that as private. */
  isKeptPrivate: boolean;
  /** Whether anyone at the domain takes part openly, and not only as a hidden recipient (Bcc). */
  hasParticipant: boolean;
}

/**
 * Whether an activity is its owner's alone, whatever is shared: nothing of it is published, no title, no day and
 * no count. Publishing and everything that explains it ask this function.
 */
export const isForOwnerAlone = ({
  isPrivate,
  isKeptPrivate,
  hasParticipant,
}: SharingMarks): boolean => isPrivate || isKeptPrivate || !hasParticipant;

/** Marks that keep nothing private: `CLASS` of iCalendar, and `visibility` of Google, which both may be absent. */
const openMarks = new Set(['', 'public', 'default']);

/** Whether a mark of a calendar keeps a meeting private. A mark that is not known does (RFC 5545, 3.8.1.3). */
export const isPrivateMark = (mark: string | null | undefined): boolean =>
  !openMarks.has((mark ?? '').trim().toLowerCase());

/** Values of an email's `Sensitivity` that keep nothing private; most emails have none. */
const openSensitivities = new Set(['', 'normal', 'none', 'public', 'default']);

/**
 * Whether the `Sensitivity` of an email keeps it private: Personal, Private and Company-Confidential (RFC
 * 2156). A value that is not known does, as for meetings.
 */
export const isPrivateSensitivity = (value: string | null | undefined): boolean =>
  !openSensitivities.has(/^[\s"']*([^\s"'(;,]*)/.exec(value ?? '')?.[1]?.toLowerCase() ?? '');
