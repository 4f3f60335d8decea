import type { Connection } from '#platform/database/create-database.ts';
import { findReleasing } from '#modules/listed-accounts/owner-now.ts';
import { shareOwnersOnCluster } from '../activities/lock-owner.ts';

/**
 * Finds and locks a member of a workspace. Until the transaction ends the member can neither leave nor be
 * renamed, so that stored names and roles stay correct. Call it before locking an account, like `lockOwner`.
 */
export async function lockMember(
  tx: Connection,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<{ id: string; name: string; isActive: boolean } | undefined> {
  await shareOwnersOnCluster(tx, [userId]);
  return tx
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.is_active as isActive'])
    .where('users.id', '=', userId)
    .where('memberships.workspace_id', '=', workspaceId)
    .forShare(['users', 'memberships'])
    .executeTakeFirst();
}

/**
 * Does so for a user who is to own an account.
 *
 * @returns undefined also while the accounts that they owned before they left are still being given up.
 */
export async function lockOwnerToBe(
  tx: Connection,
  member: { workspaceId: string; userId: string },
): Promise<{ id: string } | undefined> {
  const found = await lockMember(tx, member);
  if (found === undefined) return undefined;
  const releasing = await findReleasing(tx, member.workspaceId, [member.userId]);
  return releasing.size > 0 ? undefined : found;
}

/** Locks the users who are members of a workspace, in the order of their ids. */
export async function lockMembers(
  tx: Connection,
  { workspaceId, userIds }: { workspaceId: string; userIds: readonly string[] },
): Promise<Set<string>> {
  await shareOwnersOnCluster(tx, userIds);
  const members = await tx
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .select('users.id')
    .where('users.id', 'in', [...new Set(userIds)])
    .where('memberships.workspace_id', '=', workspaceId)
    .orderBy('users.id')
    .forShare(['users', 'memberships'])
    .execute();
  return new Set(members.map(({ id }) => id));
}
