/** The facts about a mailbox's watch that the next one uses. */
interface Remembered {
  /** After how much silence the last connection was cut; milliseconds. */
  cutAfter?: number | undefined;
  /** The interval of renewals, if it has to be shorter than usual; milliseconds. */
  renewMs?: number;
  /** The state of the inbox that was seen last. */
  state?: string;
}

/** The mailboxes that are remembered; the oldest are forgotten. */
const MAX_REMEMBERED = 5_000;
/** Two cuts are alike when the shorter silence is so much of the longer one. */
const ALIKE = 0.8;
const SHORTENED = 0.7;

/**
 * Finds out how often a connection has to be used so that nothing on the way cuts it: a proxy or router forgets
 * connections that are silent for a minute or more. Two cuts in a row after the same silence count as one that does;
 * an outage cuts at any time.
 */
export interface RenewalIntervals {
  /** The interval for a mailbox; milliseconds. */
  of: (mailbox: string, usualMs: number) => number;
  /** To be called when a connection was cut after so much silence; milliseconds. */
  noteCut: (mailbox: string, silentMs: number) => void;
  /**
   * Stores the state of the inbox.
   *
   * @returns whether another one was seen before.
   */
  noteState: (mailbox: string, state: string) => boolean;
}

/** @param minRenewMs the shortest interval; milliseconds. */
export function createRenewalIntervals(minRenewMs: number): RenewalIntervals {
  const all = new Map<string, Remembered>();
  const entry = (mailbox: string): Remembered => {
    const found = all.get(mailbox) ?? {};
    all.delete(mailbox);
    all.set(mailbox, found);
    const [oldest] = all.keys();
    if (all.size > MAX_REMEMBERED && oldest !== undefined) all.delete(oldest);
    return found;
  };
  return {
    of: (mailbox, usualMs) => Math.min(usualMs, all.get(mailbox)?.renewMs ?? usualMs),
    noteCut: (mailbox, silentMs) => {
      const one = entry(mailbox);
      const before = one.cutAfter;
      one.cutAfter = silentMs;
      if (silentMs < minRenewMs || before === undefined) return;
      const shorter = Math.min(before, silentMs);
      if (shorter < ALIKE * Math.max(before, silentMs)) return;
      one.renewMs = Math.max(minRenewMs, SHORTENED * shorter);
      one.cutAfter = undefined;
    },
    noteState: (mailbox, state) => {
      const one = entry(mailbox);
      const before = one.state;
      one.state = state;
      return before !== undefined && before !== state;
    },
  };
}
