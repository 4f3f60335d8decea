import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/** A user, and everyone who is a member of one of their workspaces. */
export async function findColleagues(tx: Connection, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct other.user_id as id
    from memberships own
    join memberships other on other.workspace_id = own.workspace_id
    where own.user_id = ${ownerId}`.execute(tx);
  return [...new Set([ownerId, ...rows.map(({ id }) => id)])];
}
