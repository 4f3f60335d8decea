import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * Puts a tag on all accounts that have another one, in one statement, and names it in the saved views that name the
 * other. The caller has locked the tags (`lockTags`) and deletes the other tag afterwards.
 */
export async function mergeTags(
  tx: Connection,
  { workspaceId, fromId, intoId }: { workspaceId: string; fromId: string; intoId: string },
): Promise<void> {
  await sql`
    insert into account_tags (workspace_id, account_id, tag_id)
    select workspace_id, account_id, ${intoId}::uuid from account_tags
    where workspace_id = ${workspaceId} and tag_id = ${fromId}
    on conflict (workspace_id, account_id, tag_id) do nothing`.execute(tx);
  // The state of a view is the client's. An id in it can be replaced without knowing its shape.
  await sql`
    update saved_views set state = replace(state::text, ${fromId}, ${intoId})::jsonb
    where workspace_id = ${workspaceId} and position(${fromId} in state::text) > 0`.execute(tx);
}
