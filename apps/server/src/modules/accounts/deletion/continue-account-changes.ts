import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/create-database.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { finishDomainChanges } from '../domains/finish-domain-changes.ts';
import { finishDeletion } from './finish-deletion.ts';
import { restoreShares } from './restore-shares.ts';

/** How long a job works; what is left is for the next one. */
const runMs = 60_000;
/** Accounts removed for good in one statement. */
const batchSize = 1_000;

export const continueAccountChangesJob: JobKind<object> = {
  name: 'continue-account-changes',
  // The next minute tries again.
  retry: { limit: 0, delaySeconds: 0 },
  expireSeconds: 300,
};

/**
 * Goes on with deletions, restorations and changes of domains that a request did not finish in time, or whose process
 * ended, and removes for good what can no longer be restored. Runs once a minute.
 */
export async function continueAccountChanges(
  { db }: Pick<Context, 'db'>,
  signal?: AbortSignal,
): Promise<void> {
  const end = performance.now() + runMs;
  const isOver = () => signal?.aborted === true || performance.now() > end;
  const { rows: deleted } = await sql<{ id: string }>`
    select id from workspace_accounts where deleted_at is not null
    order by deleted_at limit ${batchSize}`.execute(db);
  for (const { id } of deleted) await finishDeletion(db, id, isOver);
  const { rows: restored } = await sql<{ id: string }>`
    select account_id as id from deleted_accounts where restored_at is not null
    order by deleted_at limit ${batchSize}`.execute(db);
  for (const { id } of restored) await restoreShares(db, id, isOver);
  const { rows: refreshed } = await sql<{ id: string }>`
    select account_id as id from account_refreshes limit ${batchSize}`.execute(db);
  for (const { id } of refreshed) await finishDomainChanges(db, id, isOver);
  await removeForGood(db, isOver);
}

async function removeForGood(db: Database, isOver: () => boolean): Promise<void> {
  let removed = batchSize;
  while (removed === batchSize && !isOver()) {
    const { numAffectedRows } = await sql`
      delete from deleted_accounts where account_id in (
        select account_id from deleted_accounts deleted
        where restored_at is null
          and deleted_at <= now() - make_interval(days => ${limits.restorableDays})
          and not exists (select from workspace_accounts where id = deleted.account_id)
        limit ${batchSize})`.execute(db);
    removed = Number(numAffectedRows ?? 0);
  }
}
