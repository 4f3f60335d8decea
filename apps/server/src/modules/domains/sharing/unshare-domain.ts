import { shownDomain } from '@repo/domain/domains/shown-domain';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { forgetEndedShares } from '#modules/accounts/forget-ended-shares.ts';
import { lockOwner } from '#modules/activities/lock-owner.ts';
import { withdrawForRequest } from '#modules/activities/withdrawals.ts';
import { findOwnDomain } from '../find-own-domain.ts';
import { revokeShares } from '../revoke-shares.ts';

interface Revocation {
  userId: string;
  domainId: string;
  workspaceId: string;
}

/**
 * Revokes the share of a user's domain with a workspace, even when its account is deleted or merged, and
 * withdraws its activities there.
 *
 * @throws AppError NOT_FOUND for another user's domain, a workspace that the user is not a member of, and
 *   a domain that is not shared with it; CONFLICT when the share has ended and so much is withdrawn that
 *   it goes on after the response.
 */
export async function unshareDomain(db: Database, given: Revocation): Promise<void> {
  await storeRevocation(db, given);
  await withdrawForRequest(
    db,
    { ownerId: given.userId, workspaceId: given.workspaceId },
    'The domain is no longer shared. What you shared is still being removed from the workspace, which goes on by itself.',
  );
}

/**
 * Deletes the share and requests the withdrawal, which the caller completes.
 *
 * @throws AppError as `unshareDomain`, except CONFLICT.
 */
export async function storeRevocation(
  db: Database,
  { userId, domainId, workspaceId }: Revocation,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, userId);
    const { id, domain, share } = await findOwnDomain(tx, userId, domainId);
    const isElsewhere = share !== undefined && share.workspaceId !== workspaceId;
    const revoked = isElsewhere
      ? await forgetEndedShares(tx, userId, { domainIds: [id] })
      : await revokeShares(tx, userId, [id]);
    if (revoked.has(workspaceId)) return;
    // An earlier request may have ended before everything was withdrawn, which this one then does.
    if (await isWithdrawing(tx, userId, workspaceId)) return;
    await requireMember(tx, userId, workspaceId);
    throw new AppError('NOT_FOUND', `${shownDomain(domain)} is not shared with this workspace`);
  });
}

async function isWithdrawing(tx: Connection, userId: string, workspaceId: string) {
  const request = await tx
    .selectFrom('publish_requests')
    .select('id')
    .where('owner_id', '=', userId)
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'withdrawal')
    .executeTakeFirst();
  return request !== undefined;
}

/** Also of an archived workspace: shares with it can be withdrawn. */
async function requireMember(tx: Connection, userId: string, workspaceId: string) {
  const membership = await tx
    .selectFrom('memberships')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (membership === undefined) throw notFound('Workspace');
}
