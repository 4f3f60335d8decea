import { businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/create-database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { summarizeAccounts } from './publishing/summarize-accounts.ts';

/** So many accounts in one transaction: none is held for long. */
const batchSize = 500;

/**
 * Refreshes the summaries of accounts that change with time: a future meeting becomes the last
 * touch point, or, at midnight, a day enters or leaves the range that the grid shows. Runs every minute, in
 * several processes at once if need be. Until then, readers compute the affected days themselves.
 *
 * @returns how many accounts were moved on.
 */
export async function refreshDueAccounts(db: Database, now = new Date()): Promise<number> {
  for (let settled = 0; ;) {
    const count = await db.transaction().execute((tx) => refreshBatch(tx, now));
    settled += count;
    if (count < batchSize) return settled;
  }
}

async function refreshBatch(tx: Transaction<Schema>, now: Date): Promise<number> {
  const today = businessDayOf(now);
  const { rows } = await sql<{ id: string }>`
    select id from workspace_accounts
    where id = any(array(
      (select id from workspace_accounts where next_activity_at <= ${now} limit ${batchSize})
      union
      (select account_id from listed_accounts where recent_until <= ${today} limit ${batchSize})))
    order by id limit ${batchSize} for no key update skip locked`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await summarizeAccounts(tx, ids, now);
  return ids.length;
}
