import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * Requests that a workspace's protections are applied to a user who is a member again: what ended meanwhile
 * did not count.
 */
export async function compareProtections(
  tx: Connection,
  { userId, workspaceId }: { userId: string; workspaceId: string },
): Promise<void> {
  await sql`
    insert into protection_updates (owner_id, workspace_id) values (${userId}, ${workspaceId})
    on conflict (owner_id, workspace_id) do nothing`.execute(tx);
}
