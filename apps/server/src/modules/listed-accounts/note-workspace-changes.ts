import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';

/**
 * Notes that accounts of workspaces changed, for those who look at them
 * (docs/decisions/live-progress.md). Rows are only added, so that transactions that publish at the
 * same time never wait for each other; they become visible with the change itself.
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
