import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { refreshColleague } from '#modules/relationships/change-contacts.ts';
import { compareProtections } from '#modules/users/compare-protections.ts';
import { lockLeaving } from '#modules/users/lock-membership.ts';
import type { LeavingScope } from './stored-hand-over.ts';

export interface LeftMembership {
  userId: string;
  workspaceId: string;
  workspaceName: string;
  role: 'owner' | 'member';
}

/**
 * Locks the workspaces that a user leaves, archived ones included, in the order of their ids, and returns the
 * memberships. They are read again after the locks: the one who had a lock before may have changed a role.
 */
export async function lockMemberships(
  tx: Connection,
  { userId, workspaceId }: LeavingScope,
): Promise<LeftMembership[]> {
  const { rows: locked } = await sql<{ id: string }>`
    select workspace.id
    from memberships membership
    join workspaces workspace on workspace.id = membership.workspace_id
    where membership.user_id = ${userId}
      and (${workspaceId}::uuid is null or workspace.id = ${workspaceId}::uuid)
    order by workspace.id
    for no key update of workspace`.execute(tx);
  const { rows } = await sql<LeftMembership>`
    select membership.user_id as "userId", workspace.id as "workspaceId",
      workspace.name as "workspaceName", membership.role
    from memberships membership
    join workspaces workspace on workspace.id = membership.workspace_id
    where membership.user_id = ${userId} and workspace.id = any(${locked.map(({ id }) => id)}::uuid[])
    order by workspace.id`.execute(tx);
  return rows;
}

/**
 * Makes a membership a former one, under which what the user shared stays published. The caller has locked
 * user and workspace.
 */
export async function endMembership(
  tx: Connection,
  handOverId: string,
  { userId, workspaceId }: LeftMembership,
): Promise<void> {
  await lockLeaving(tx, { userId, workspaceId });
  const ended = await tx
    .deleteFrom('memberships')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
  if (ended === undefined) return;
  await tx
    .insertInto('former_memberships')
    .values({ ...ended, hand_over_id: handOverId })
    .execute();
  await refreshColleague(tx, { workspaceId, userId });
}

/** Makes the memberships that a hand-over ended memberships again. */
export async function resumeMemberships(
  tx: Connection,
  { id, userId }: { id: string; userId: string },
): Promise<string[]> {
  const former = await tx
    .deleteFrom('former_memberships')
    .where('user_id', '=', userId)
    .where('hand_over_id', '=', id)
    .returningAll()
    .execute();
  for (const { hand_over_id: _, ...membership } of former) {
    await tx
      .insertInto('memberships')
      .values(membership)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { workspace_id: workspaceId } = membership;
    await compareProtections(tx, { userId, workspaceId });
    await refreshColleague(tx, { workspaceId, userId });
  }
  return former.map(({ workspace_id }) => workspace_id);
}
