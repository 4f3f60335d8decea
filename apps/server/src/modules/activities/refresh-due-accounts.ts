import { businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { AccountKey } from '../../platform/database/account-key.ts';
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
  const { rows } = await sql<AccountKey>`
    select account.workspace_id as "workspaceId", account.id as "accountId"
    from (
      (select workspace_id, id from workspace_accounts
        where next_activity_at <= ${now} limit ${batchSize})
      union
      (select workspace_id, account_id from listed_accounts
        where recent_until <= ${today} limit ${batchSize})
    ) due
    join workspace_accounts account
      on account.workspace_id = due.workspace_id and account.id = due.id
    order by account.workspace_id, account.id
    limit ${batchSize} for no key update of account skip locked`.execute(tx);
  for (const [workspaceId, accounts] of Map.groupBy(rows, (row) => row.workspaceId)) {
    const accountIds = accounts.map(({ accountId }) => accountId);
    await summarizeAccounts(tx, workspaceId, accountIds, now);
  }
  return rows.length;
}
