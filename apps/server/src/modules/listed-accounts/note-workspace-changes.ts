import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * Records that accounts of workspaces changed, for the event streams of their members
 * (docs/decisions/live-progress.md). Rows are only inserted, so that concurrent transactions that
 * publish never wait for each other; a row becomes visible together with the change.
 */
export async function noteWorkspaceChanges(
  tx: Connection,
  workspaceIds: Iterable<string>,
): Promise<void> {
  const ids = [...new Set(workspaceIds)];
  if (ids.length === 0) return;
  await sql`
    insert into workspace_changes (workspace_id) select unnest(${ids}::uuid[])`.execute(tx);
}
