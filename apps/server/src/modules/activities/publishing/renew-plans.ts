import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { chunkSize } from './chunk.ts';

/**
 * Makes every connection plan its prepared queries anew, once a transaction has added so many
 * activities that the tables are at least twice as large as their statistics say.
 *
 * A plan made while the tables are nearly empty reads them from end to end instead of by an index.
 * A part of a feed then compares each row with each: with 100,000 activities a query ran for more
 * than five minutes. Such a plan would be kept until the next automatic analysis, a minute away or
 * more. Analyzing ends it when the transaction commits.
 *
 * To be called last: nobody waits for the locks, but no other transaction can analyze until the end.
 */
export async function renewPlans(tx: Connection, added: number): Promise<void> {
  if (added < chunkSize) return;
  const { rows } = await sql<{ known: number }>`
    select greatest(reltuples, 0)::float8 as known
    from pg_class where oid = 'account_activities'::regclass`.execute(tx);
  if (added < (rows[0]?.known ?? 0)) return;
  // Whoever holds the locks analyzes or vacuums, and so ends the plans as well.
  await sql`
    analyze (skip_locked) account_activities (workspace_id, account_id, id, occurred_at, thread_id),
      account_activity_contributors, account_message_refs`.execute(tx);
}
