import type { Connection } from '#platform/database/create-database.ts';

/** The users among these who are members of a workspace now and can sign in. */
export async function activeMembers(
  db: Connection,
  workspaceId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .select('users.id')
    .where('users.is_active', '=', true)
    .where('memberships.workspace_id', '=', workspaceId)
    .where('users.id', 'in', [...new Set(userIds)])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
