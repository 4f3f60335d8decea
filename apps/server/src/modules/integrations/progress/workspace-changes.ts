import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';

/**
 * Of each of these people, something that differs as soon as the accounts of one of their workspaces
 * differ, or the workspaces. Who is in none is not in it.
 */
export async function readWorkspaceMarks(
  db: Connection,
  personIds: readonly string[],
): Promise<Map<string, string>> {
  // A row is made before it becomes visible: the latest alone would hide an earlier one that becomes
  // visible later, the number does not.
  const { rows } = await sql<{ personId: string; mark: string }>`
    select user_id as "personId",
      md5(string_agg(concat_ws('|', workspace_id, changed.latest, changed.number), '/'
        order by workspace_id)) as mark
    from memberships
    cross join lateral (
      select max(changed_at) as latest, count(*) as number from workspace_changes
      where workspace_id = memberships.workspace_id
    ) changed
    where user_id = any(${personIds}::uuid[])
    group by user_id`.execute(db);
  return new Map(rows.map(({ personId, mark }) => [personId, mark]));
}

/** Those of whom everybody has heard who watches; to forget them makes their readers look once more. */
export async function removeOldChanges(db: Connection): Promise<void> {
  await sql`delete from workspace_changes where changed_at < now() - interval '1 hour'`.execute(db);
}
