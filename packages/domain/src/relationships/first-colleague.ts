/** How far another colleague has to be ahead of the first one to become it. */
const MARGIN = 1.1;

interface Tie {
  userId: string;
  key: number;
}

/**
 * Of the colleagues who know a contact the one to name first: the one so far until another's key is
 * 10 % above, so that two of about the same strength do not take turns. Undefined without ties.
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
