import type { Continuation } from '@repo/contract/error';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import { withdrawalDeadline, withdrawForRequest } from '#modules/activities/withdrawals.ts';
import { deleteDomain, deletionSizes, type Removal } from './delete-domain.ts';
import { findOwnDomain } from './find-own-domain.ts';
import { revokeShares } from './revoke-shares.ts';

const GOES_ON =
  'The domain is no longer shared. What is stored of it is still being removed, which goes on by itself.';

interface RemovalOptions {
  /** Called in the transaction with which the removal begins. */
  begin?: (tx: Connection) => Promise<void>;
  sizes?: typeof deletionSizes;
}

/**
 * Stops tracking a domain: withdraws its published activities, then deletes the activities captured for it
 * alone. If it fails in between, the domain is tracked and not shared.
 *
 * @throws AppError NOT_FOUND for another user's domain; CONFLICT when so much is removed that it goes
 *   on after the response (`remove-domain.job.ts`).
 */
export async function removeDomain(
  db: Database,
  removal: Removal,
  deadline = withdrawalDeadline(),
  { begin, sizes = deletionSizes }: RemovalOptions = {},
): Promise<void> {
  const sharedWith = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, removal.userId);
    const { id, share } = await findOwnDomain(tx, removal.userId, removal.domainId);
    await revokeShares(tx, removal.userId, [id]);
    await begin?.(tx);
    return share?.workspaceId;
  });
  // From all workspaces where it is not shared: an earlier request may have ended too early.
  const withdrawn = { ownerId: removal.userId, workspaceId: sharedWith };
  await withdrawForRequest(db, withdrawn, GOES_ON, deadline);
  const afterStep = async () => {
    if (performance.now() < deadline) return;
    const details: Continuation = { continues: true };
    throw new AppError('CONFLICT', GOES_ON, { details });
  };
  await deleteDomain(db, removal, afterStep, sizes);
  // The user may have shared it again in between.
  await withdrawForRequest(
    db,
    { ownerId: removal.userId },
    'The domain is removed. What you shared is still being removed, which goes on by itself.',
    deadline,
  );
}
