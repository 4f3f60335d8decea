import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { findOutdated } from '#platform/database/find-outdated.ts';
import { listUnusableWorkspaces } from '#platform/database/unusable-time-zones.ts';
import { pagesOfIds } from '#platform/paging/pages-of-ids.ts';
import { summarizeAccounts } from './publishing/summarize-accounts.ts';

/** The number of accounts in one transaction, which keeps each lock short. */
const BATCH_SIZE = 500;

/**
 * Refreshes the summaries of accounts that change with time: a future meeting becomes the last
 * touch point, or, at midnight, a day enters or leaves the range that the grid shows. Runs every minute, in
 * several processes at once if need be. Until then, readers compute the affected days themselves.
 *
 * @returns how many accounts were moved on.
 */
export async function refreshDueAccounts(db: Database, now = new Date()): Promise<number> {
  let count = 0;
  const unusable = await listUnusableWorkspaces(db);
  const { rows: begun } = await sql<{ workspaceId: string }>`
    select distinct workspace_id as "workspaceId" from workspace_accounts
    where next_activity_at <= ${now}`.execute(db);
  for (const { workspaceId } of begun) {
    if (unusable.has(workspaceId)) continue;
    const due = sql`
      select id from workspace_accounts
      where workspace_id = ${workspaceId} and next_activity_at <= ${now}`;
    count += await refreshDue(db, workspaceId, due, now);
  }
  const listed = { table: 'listed_accounts', from: 'recent_until' } as const;
  // Days begin by the time zones in `workspace_time_zones`.
  for await (const { workspaceId, today } of findOutdated(db, listed, now)) {
    const due = sql`
      select account_id as id from listed_accounts
      where workspace_id = ${workspaceId} and recent_until <= ${today}`;
    count += await refreshDue(db, workspaceId, due, now);
  }
  return count;
}

/** @param due selects the ids of accounts. */
async function refreshDue(
  db: Database,
  workspaceId: string,
  due: RawBuilder<unknown>,
  now: Date,
): Promise<number> {
  let count = 0;
  const pages = pagesOfIds(BATCH_SIZE, (after) =>
    sql<{ id: string }>`
      select id from (${due}) due where id > ${after} order by id limit ${BATCH_SIZE}`.execute(db),
  );
  for await (const ids of pages) {
    count += await db.transaction().execute(async (tx) => {
      // Another process may have refreshed some meanwhile; locked accounts are left to the next run.
      const { rows } = await sql<{ id: string }>`
        select id from workspace_accounts
        where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and id in (${due})
        order by id for no key update skip locked`.execute(tx);
      const locked = rows.map(({ id }) => id);
      await summarizeAccounts(tx, workspaceId, locked, now);
      return locked.length;
    });
  }
  return count;
}
