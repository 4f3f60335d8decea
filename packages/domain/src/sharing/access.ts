/** The states of a request for access to a conversation, as its asker sees them. */
export const accessStates = ['none', 'asked', 'declined', 'granted'] as const;

export type AccessState = (typeof accessStates)[number];

/** A colleague's request, from the view of one captured copy of the user who was asked. */
export interface RequestedCopy {
  /** Null until the user answers. */
  isGranted: boolean | null;
  /** The end that the user chose; null for a grant without one. */
  endsAt: Date | null;
  /** Whether the request names this activity. */
  isAsked: boolean;
  /** Whether the activity belongs to the conversation that was granted, also a later email of it. */
  isInConversation: boolean;
  /** Whether the copy is its owner's alone (`isForOwnerAlone`). */
  isForOwnerAlone: boolean;
  /** The number of the strictest protection of an address in the conversation (`protectionNumber`). */
  protection: number | null;
}

/** Whether a grant has ended. */
const isOver = ({ endsAt }: RequestedCopy, now: Date): boolean =>
  endsAt !== null && endsAt.getTime() <= now.getTime();

/**
 * Decides whether a copy is shown in full to the colleague who was granted access. A private conversation and a
 * protected address are stricter than a grant, as they are stricter than any share.
 */
export const isOpened = (copy: RequestedCopy, now: Date): boolean =>
  copy.isGranted === true &&
  copy.isInConversation &&
  !copy.isForOwnerAlone &&
  copy.protection === null &&
  !isOver(copy, now);

/**
 * What the colleague learns. A grant that shows nothing, because of something that only the user may know, looks as if
 * the user had not answered.
 */
export function accessState(copy: RequestedCopy, now: Date): AccessState {
  if (isOpened(copy, now)) return 'granted';
  if (!copy.isAsked || (copy.isGranted === true && isOver(copy, now))) return 'none';
  return copy.isGranted === false ? 'declined' : 'asked';
}
