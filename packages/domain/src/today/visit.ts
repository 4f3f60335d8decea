/** A visit of the page Today. */
export interface Visit {
  /** Anything since the end of the previous visit is new to the reader. */
  since: Date;
  /** When the page was last open. */
  seenAt: Date;
}

export const visitRule = {
  /** A visit lasts as long as the page is opened again within this time: reloading it hides nothing. */
  lastsMs: 60 * 60 * 1000,
  /** Anything older is never new. */
  maxMs: 21 * 24 * 60 * 60 * 1000,
  /** New to someone who has never opened the page. */
  firstMs: 7 * 24 * 60 * 60 * 1000,
} as const;

/** Returns the visit of a reader who opens the page now. */
export function visitAt(previous: Visit | undefined, now: Date): Visit {
  if (previous === undefined) {
    return { since: new Date(now.getTime() - visitRule.firstMs), seenAt: now };
  }
  const isSame = now.getTime() - previous.seenAt.getTime() < visitRule.lastsMs;
  const since = isSame ? previous.since : previous.seenAt;
  const earliest = now.getTime() - visitRule.maxMs;
  return { since: new Date(Math.max(since.getTime(), earliest)), seenAt: now };
}
