/** How much of a shared domain colleagues see, the least first. Stored as the position in this list. */
export const shareLevels = ['activity', 'subject', 'full'] as const;

export type ShareLevel = (typeof shareLevels)[number];

/** The stored number of a level: higher numbers show more. */
export const levelNumber = (level: ShareLevel): number => shareLevels.indexOf(level);

/** @throws RangeError for a number without a level. */
export function levelOfNumber(number: number): ShareLevel {
  const level = shareLevels[number];
  if (level === undefined) throw new RangeError(`No share level has the number ${number}.`);
  return level;
}

/** The level that shows more. */
export const higherLevel = (one: ShareLevel, other: ShareLevel): ShareLevel =>
  levelNumber(one) >= levelNumber(other) ? one : other;

/** The level that shows less. */
const lowerLevel = (one: ShareLevel, other: ShareLevel): ShareLevel =>
  levelNumber(one) <= levelNumber(other) ? one : other;

/** Whether a level shows what needs at least another one. */
export const showsAt = (level: ShareLevel, least: ShareLevel): boolean =>
  levelNumber(level) >= levelNumber(least);

/**
 * The least level at which each published column is stored. All other columns are published at every level:
 * the day, the kind, the side, and which members have the activity. Below the level of `occurredAt` it is
 * stored as the beginning of its day.
 */
export const leastLevels = {
  occurredAt: 'subject',
  startTime: 'subject',
  endTime: 'subject',
  isAllDay: 'subject',
  title: 'subject',
  participants: 'subject',
  threadRefs: 'subject',
  summary: 'full',
  location: 'full',
} as const satisfies Record<string, ShareLevel>;

/** A captured copy of an activity, from the view of one account. */
export interface CapturedCopy {
  /**
   * The copy's links to domains that its owner shares with the account, the level of each share, and whether the
   * copy is its owner's alone as seen from that domain (`isForOwnerAlone`).
   */
  links: readonly { isForOwnerAlone: boolean; level: ShareLevel }[];
  /**
   * The stored number of the strictest protection of an address in the conversation (`protectionNumber`); undefined
   * without one.
   */
  protection?: number | undefined;
}

/**
 * Decides what an account shows of one captured copy. A copy that concerns several shared domains follows the
 * highest level, because its owner shares each of them by its own choice. A protected address in its conversation is
 * stricter than any share.
 */
export function visibleLevel({ links, protection }: CapturedCopy): ShareLevel | 'hidden' {
  if (protection !== undefined && protection < 0) return 'hidden';
  const levels = links.filter(({ isForOwnerAlone }) => !isForOwnerAlone).map(({ level }) => level);
  const [first, ...others] = levels;
  if (first === undefined) return 'hidden';
  return protection === undefined
    ? others.reduce(higherLevel, first)
    : lowerLevel(others.reduce(higherLevel, first), levelOfNumber(protection));
}

interface OrderedCopy {
  id: string;
  level: ShareLevel;
}

/** Orders the copies of an activity: the first one is shown. It has the highest level, and was captured first. */
export const byLevelThenCapture = (one: OrderedCopy, other: OrderedCopy): number =>
  levelNumber(other.level) - levelNumber(one.level) || (one.id < other.id ? -1 : 1);
