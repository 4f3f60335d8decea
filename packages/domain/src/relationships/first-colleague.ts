/** The lead that another colleague needs over the first one to replace them. */
const MARGIN = 1.1;

interface Tie {
  userId: string;
  key: number;
}

/**
 * The colleague to name first for a contact: the current one, until the key of another is 10 %
 * higher, so that two of about the same strength do not alternate. Undefined without ties.
 */
export function firstColleague(
  ties: readonly Tie[],
  currentUserId: string | undefined,
): string | undefined {
  const best = ties.reduce<Tie | undefined>(
    (found, tie) => (found === undefined || isAhead(tie, found) ? tie : found),
    undefined,
  );
  const current = ties.find(({ userId }) => userId === currentUserId);
  if (best === undefined || current === undefined) return best?.userId;
  return best.key > current.key * MARGIN ? best.userId : current.userId;
}

const isAhead = (one: Tie, other: Tie) =>
  one.key > other.key || (one.key === other.key && one.userId < other.userId);
