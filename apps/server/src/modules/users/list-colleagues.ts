import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/** The other members of a user's workspace: how many they are, and the first `limits.colleaguesNamed` by name. */
export async function listColleagues(
  db: Connection,
  workspaceId: string,
  userId: string,
): Promise<{ total: number; first: { name: string; email: string }[] }> {
  const { rows } = await sql<{ name: string; email: string; total: number }>`
    select colleague.name, colleague.email, (count(*) over ())::integer as total
    from memberships membership
    join users colleague on colleague.id = membership.user_id
    where membership.workspace_id = ${workspaceId} and membership.user_id <> ${userId}
    order by colleague.name, colleague.email limit ${limits.colleaguesNamed}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    first: rows.map(({ name, email }) => ({ name, email })),
  };
}
