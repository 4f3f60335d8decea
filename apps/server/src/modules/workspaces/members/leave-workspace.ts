import type { Connection } from '#platform/database/create-database.ts';
import { lockOwner } from '../../activities/lock-owner.ts';
import { releaseOwnedAccounts } from '#modules/listed-accounts/release-owned-accounts.ts';
import { forgetEndedShares } from '#modules/accounts/forget-ended-shares.ts';
import { leaveOwnAccounts } from '../../accounts/leave-own-accounts.ts';
import { leaveViews } from '#modules/accounts/leave-views.ts';
import { refreshColleague } from '../../relationships/change-contacts.ts';
import { revokeShares } from '../../domains/revoke-shares.ts';
import { lockLeaving } from '../../users/lock-membership.ts';
import { leaveToday } from './leave-today.ts';

/**
 * Ends a user's membership of a workspace and revokes the user's shares there, in the caller's transaction. The
 * caller then calls `withdrawForRequest`, which withdraws the published activities. The user's domains stay
 * tracked; coming back shares nothing by itself. The user's accounts have no owner from then on
 * (`releaseForRequest` stores that).
 *
 * @returns false when the user was not a member.
 */
export async function leaveWorkspace(
  tx: Connection,
  { userId, workspaceId }: { userId: string; workspaceId: string },
): Promise<boolean> {
  await lockOwner(tx, userId);
  await lockLeaving(tx, { userId, workspaceId });
  const { numDeletedRows } = await tx
    .deleteFrom('memberships')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  await leaveViews(tx, { userId, workspaceId });
  await leaveOwnAccounts(tx, { userId, workspaceId });
  await leaveToday(tx, { userId, workspaceId });
  const shared = await tx
    .selectFrom('domain_shares')
    .select('domain_id as id')
    .where('owner_id', '=', userId)
    .where('workspace_id', '=', workspaceId)
    .execute();
  await revokeShares(
    tx,
    userId,
    shared.map(({ id }) => id),
  );
  await forgetEndedShares(tx, userId, { workspaceId });
  await releaseOwnedAccounts(tx, { workspaceId, userId });
  await refreshColleague(tx, { workspaceId, userId });
  return numDeletedRows > 0;
}
