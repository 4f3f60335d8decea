import { networkOf } from '#platform/rate-limit/network-of.ts';
import { createRecentCounts } from '#platform/rate-limit/recent-counts.ts';
import type { Attempt } from './guess-budget.ts';

/** A quarter of an hour; milliseconds. */
const windowMs = 15 * 60_000;
/** Counts kept in memory, some 100 bytes each. */
const maxKeys = 50_000;
/** Refusals that wait at the same time; beyond that they are sent at once. */
const maxWaiting = 2_000;
/** More attempts than this within the window count as an attack. */
const usual = { fromNetwork: 10, onEmail: 20 };

/**
 * Counts the attempts of each network and delays refusals. An attacker who guesses over a number of
 * connections can then try at most that number every `delayMs`. A user who mistypes is not delayed,
 * unless their network or email is under attack. The counts are in the memory of one process: they
 * affect only order and delay, never access.
 */
export function createSlowRefusals(delayMs: number) {
  const fromNetworks = createRecentCounts({ windowMs, maxKeys });
  const onEmails = createRecentCounts({ windowMs, maxKeys });
  let waiting = 0;
  return {
    /** @returns the rank for the queues: how many attempts the network made before this one */
    begin: ({ from }: Attempt): number => fromNetworks.add(networkOf(from)) - 1,
    /** For a success, or an attempt that was not checked: does not count against the network. */
    discount: ({ from }: Attempt): void => void fromNetworks.add(networkOf(from), -1),
    /** Resolves when the refusal may be sent. It takes as long for an unknown email address. */
    async refused({ email, from }: Attempt): Promise<void> {
      const isUsual =
        onEmails.add(email) <= usual.onEmail &&
        fromNetworks.get(networkOf(from)) <= usual.fromNetwork;
      if (isUsual || waiting >= maxWaiting) return;
      waiting += 1;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      waiting -= 1;
    },
  };
}

export type SlowRefusals = ReturnType<typeof createSlowRefusals>;
