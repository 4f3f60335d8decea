import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { numberChanges } from './number-changes.ts';

/** For how many days what changed is kept: software that reads less often has to start over. */
export const CHANGE_DAYS = 14;

/** Changes that one statement removes. */
const MAX_REMOVED = 10_000;

const isOld = sql<boolean>`changed_at < now() - make_interval(days => ${sql.lit(CHANGE_DAYS)})`;

/**
 * Removes old changes. The changes of a followed workspace are numbered first, and the last removed number is
 * stored, so that a reader who missed one has to start over.
 */
export async function removeOldEntries(db: Database): Promise<void> {
  const { rows: followed } = await sql<{ workspaceId: string }>`
    select workspace_id as "workspaceId" from change_positions`.execute(db);
  for (const { workspaceId } of followed) await removeOfWorkspace(db, workspaceId);
  // No one has a cursor of the others.
  await sql`
    delete from changed_entries change
    where ${isOld} and not exists (
      select from change_positions position where position.workspace_id = change.workspace_id)
  `.execute(db);
}

async function removeOfWorkspace(db: Database, workspaceId: string): Promise<void> {
  const { rows } = await sql`
    select from changed_entries where workspace_id = ${workspaceId} and ${isOld} limit 1`.execute(
    db,
  );
  if (rows.length === 0) return;
  while ((await numberChanges(db, workspaceId, MAX_REMOVED)) > 0);
  for (;;) {
    const removed = await db.transaction().execute(async (tx) => {
      await sql`
        select from change_positions
        where workspace_id = ${workspaceId} for no key update`.execute(tx);
      const { rows: gone } = await sql<{ number: number }>`
        delete from changed_entries
        where workspace_id = ${workspaceId} and id in (
          select id from changed_entries
          where workspace_id = ${workspaceId} and number is not null and ${isOld}
          order by changed_at limit ${MAX_REMOVED})
        returning number`.execute(tx);
      const last = gone.reduce((highest, { number }) => Math.max(highest, number), 0);
      await sql`
        update change_positions set removed_through = greatest(removed_through, ${last})
        where workspace_id = ${workspaceId}`.execute(tx);
      return gone.length;
    });
    if (removed < MAX_REMOVED) return;
  }
}
