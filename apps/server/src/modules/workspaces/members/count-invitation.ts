import type { Database } from '#platform/database/create-database.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import type { Manager } from '../manager.ts';

/** Enough to invite a team at once, while a stolen session cannot flood strangers with email. */
const limit = { name: 'invitations by one', attempts: 100, windowSeconds: 60 * 60 };

/** @throws AppError `RATE_LIMITED`; never for administrators */
export async function countInvitation(db: Database, { id, isAdmin }: Manager): Promise<void> {
  if (isAdmin || id === null) return;
  await countAttempt(db, [{ limit, of: id }], 'invitations');
}
