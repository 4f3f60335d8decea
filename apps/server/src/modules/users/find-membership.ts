import type { Role } from '@repo/contract/fields';
import type { Connection } from '#platform/database/create-database.ts';

export interface Membership {
  role: Role;
}

/**
 * The role of a user in a workspace; undefined when they are not a member, or it is archived or
 * does not exist.
 */
export function findMembership(
  db: Connection,
  userId: string,
  workspaceId: string,
): Promise<Membership | undefined> {
  return db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select('role')
    .where('workspaces.archived_at', 'is', null)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
