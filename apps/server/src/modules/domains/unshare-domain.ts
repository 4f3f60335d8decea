import type { Database } from '../../platform/database/create-database.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import { findOwnDomain } from './find-own-domain.ts';
import { revokeShares } from './revoke-shares.ts';

/**
 * Takes a person's domain back from a workspace, and what it published there. Does nothing when it
 * is not shared with that workspace.
 *
 * @throws AppError NOT_FOUND for another's domain.
 */
export async function unshareDomain(
  db: Database,
  given: { personId: string; domainId: string; workspaceId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, given.personId);
    const { id, share } = await findOwnDomain(tx, given.personId, given.domainId);
    if (share?.workspaceId === given.workspaceId) await revokeShares(tx, [id]);
  });
}
