import type { Database } from '../../platform/database/create-database.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import { withdrawForRequest } from '../activities/publishing/publish-requests.ts';
import { findOwnDomain } from './find-own-domain.ts';
import { revokeShares } from './revoke-shares.ts';

interface Revocation {
  userId: string;
  domainId: string;
  workspaceId: string;
}

/**
 * Revokes the share of a user's domain with a workspace, and withdraws what it published there.
 * Does nothing when it is not shared with that workspace.
 *
 * @throws AppError NOT_FOUND for another user's domain; CONFLICT when the share has ended and so much
 *   is withdrawn that it goes on after the response.
 */
export async function unshareDomain(db: Database, given: Revocation): Promise<void> {
  await storeRevocation(db, given);
  // Also when it was not shared: an earlier request may have ended before everything was withdrawn.
  await withdrawForRequest(
    db,
    { ownerId: given.userId, workspaceId: given.workspaceId },
    'The domain is no longer shared. What you shared is still being removed from the workspace, which goes on by itself.',
  );
}

/** Deletes the share and requests the withdrawal, which the caller completes. */
export async function storeRevocation(
  db: Database,
  { userId, domainId, workspaceId }: Revocation,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, userId);
    const { id, share } = await findOwnDomain(tx, userId, domainId);
    if (share?.workspaceId === workspaceId) await revokeShares(tx, userId, [id]);
  });
}
