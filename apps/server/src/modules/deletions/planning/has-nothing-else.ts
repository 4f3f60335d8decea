import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/** Tables in which a user has something beside workspaces that others own, and the column with the user's id. */
const OWN_TABLES = [
  ['hand_overs', 'user_id'],
  ['former_memberships', 'user_id'],
  ['integrations', 'owner_id'],
  ['domains', 'owner_id'],
  ['captured_activities', 'owner_id'],
  ['mail_files', 'owner_id'],
] as const;

/**
 * Whether a user has nothing but their memberships of some workspaces: no other one, no administration, no
 * connection, and nothing that they captured. Only then does an owner of these workspaces delete the account,
 * too.
 */
export async function hasNothingElse(
  db: Connection,
  userId: string,
  workspaceIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from users person
    where id = ${userId} and not is_admin and not exists (
      select from memberships
      where user_id = ${userId} and workspace_id <> all(${workspaceIds}::uuid[]))`.execute(db);
  if (rows.length === 0) return false;
  // One by one: on a cluster, these tables lie on different nodes.
  for (const [table, column] of OWN_TABLES) {
    const { rows: found } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)} = ${userId} limit 1`.execute(db);
    if (found.length > 0) return false;
  }
  return true;
}
