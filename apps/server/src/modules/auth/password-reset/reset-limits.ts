import type { Database } from '#platform/database/create-database.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { networkOf } from '#platform/rate-limit/network-of.ts';

const quarter = 15 * 60;

// The reasons for these numbers: docs/decisions/sign-in.md.
const requestsForOne = { name: 'reset request for one', attempts: 3, windowSeconds: quarter };
const requestsThere = { name: 'reset request there', attempts: 100, windowSeconds: quarter };
const wrongTokens = { name: 'reset token there', attempts: 20, windowSeconds: quarter };

/**
 * @returns how many requests the network has made in the last quarter of an hour, with this one.
 * @throws AppError `RATE_LIMITED`
 */
export async function countResetRequest(
  db: Database,
  email: string,
  from: string,
): Promise<number> {
  const network = { limit: requestsThere, of: networkOf(from) };
  // Counted by network first: a refused request then leaves no row for the email.
  const counts = [network, { limit: requestsForOne, of: email }];
  const [fromNetwork = 1] = await countAttempt(db, counts, 'requests');
  return fromNetwork;
}

/** @throws AppError `RATE_LIMITED` */
export async function countWrongToken(db: Database, from: string): Promise<void> {
  await countAttempt(db, [{ limit: wrongTokens, of: networkOf(from) }], 'attempts');
}
