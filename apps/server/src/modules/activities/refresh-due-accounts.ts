import { businessDayOf } from '@repo/domain/business-day';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/create-database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { summarizeAccounts } from './publishing/summarize-accounts.ts';

/** So many accounts in one transaction: none is held for long. */
const batchSize = 500;

/**
 * Moves accounts on to whose summary time has done something: a meeting that lay ahead becomes the
 * last touch point, a day begins on which something lies ahead, or one leaves the days that the
 * grid shows. To be called each minute; several processes may do it at once. Who reads before it
 * was called counts such days anew.
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
  await sql`select refresh_recent_days(${ids}::uuid[], ${today})`.execute(tx);
  await summarizeAccounts(tx, ids, now);
  return ids.length;
}
