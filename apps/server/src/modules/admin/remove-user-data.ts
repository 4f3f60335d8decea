import type { Continuation } from '@repo/contract/error';
import type { Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { withdrawalDeadline, withdrawForRequest } from '#modules/activities/withdrawals.ts';
import { deletionSizes } from '../domains/delete-domain.ts';
import { deleteSomeCaptured, removeAllDomains } from '../domains/remove-all-domains.ts';

const GOES_ON =
  'Nothing of the user is shared any more. What is stored is still being deleted, which goes on by itself.';

interface RemovalOptions {
  /** The time, of `performance.now()`, from which on no further step is taken. */
  deadline?: number;
  /** Captured activities in a step. */
  step?: number;
}

/**
 * Withdraws a user's published activities and deletes the user's domains with their captured activities, in
 * steps. The user's shares have ended. The domains are tracked until the last step.
 *
 * @throws AppError `CONFLICT` when it goes on after the response
 */
export async function removeUserData(
  db: Database,
  ownerId: string,
  { deadline = withdrawalDeadline(), step = deletionSizes.step }: RemovalOptions = {},
): Promise<void> {
  await withdrawForRequest(db, { ownerId }, GOES_ON, deadline);
  while (!(await deleteSomeCaptured(db, ownerId, step))) {
    if (performance.now() < deadline) continue;
    const details: Continuation = { continues: true };
    throw new AppError('CONFLICT', GOES_ON, { details });
  }
  await db.transaction().execute((tx) => removeAllDomains(tx, ownerId));
  // The user may have shared a domain in between.
  await withdrawForRequest(db, { ownerId }, GOES_ON, deadline);
}
