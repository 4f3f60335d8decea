import type { Continuation } from '@repo/contract/error';
import type { Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import {
  withdrawalDeadline,
  withdrawForRequest,
} from '../activities/publishing/publish-requests.ts';
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
 * Withdraws what a user published and deletes their domains with what was captured, in steps. Their shares have ended.
 * Until the last step the domains are tracked.
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
