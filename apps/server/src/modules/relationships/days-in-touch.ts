import { quietRule } from '@repo/domain/relationships/going-quiet';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { findOutdated } from '#platform/database/find-outdated.ts';
import { pagesOfIds } from '#platform/paging/pages-of-ids.ts';

/*
 * Computes the days in touch within a period that ends today, from a row named `ties` with
 * `last_day` and `recent_days`. They become fewer over time, so the number that is stored for
 * sorting has a day from which on it is outdated.
 */

/** The stored days in touch within this many days that end today. */
const shownDays = (days: number, today: RawBuilder<unknown>) =>
  sql`substring(ties.recent_days for greatest(0, ${sql.lit(days)} - (${today} - ties.last_day)))`;

/** The number of days in touch within this many days that end today. */
export const daysInTouchOn = (days: number, today: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(bit_count(${shownDays(days, today)}), 0)::integer`;

/** The columns `days_in_touch` and `days_in_touch_until` on a day; the oldest day leaves first. */
export function storedDaysInTouch(today: RawBuilder<unknown>): RawBuilder<unknown> {
  const { beforeDays } = quietRule;
  const until = sql`case when ${daysInTouchOn(beforeDays, today)} = 0 then 'infinity'::date
    else ties.last_day + ${sql.lit(beforeDays + 1)}
      - length(rtrim(${shownDays(beforeDays, today)}::text, '0')) end`;
  return sql`${daysInTouchOn(beforeDays, today)}, ${until}`;
}

/** Accounts per transaction. */
const BATCH_SIZE = 500;

/** Recomputes the days in touch of accounts for which a day has left the range. */
export async function refreshDaysInTouch(db: Database, now: Date): Promise<void> {
  const rows = { table: 'account_relationships', from: 'days_in_touch_until' } as const;
  for await (const { workspaceId, today } of findOutdated(db, rows, now)) {
    const isOutdated = sql`workspace_id = ${workspaceId} and days_in_touch_until <= ${today}`;
    const pages = pagesOfIds(BATCH_SIZE, (after) =>
      sql<{ id: string }>`
        select account_id as id from account_relationships
        where ${isOutdated} and account_id > ${after}
        order by account_id limit ${BATCH_SIZE}`.execute(db),
    );
    for await (const accountIds of pages) {
      // Skips locked rows: the transaction that publishes to an account counts its days as well.
      await sql`
        update account_relationships ties
        set (days_in_touch, days_in_touch_until) = row(${storedDaysInTouch(sql`${today}::date`)})
        where workspace_id = ${workspaceId} and account_id in (
          select account_id from account_relationships
          where ${isOutdated} and account_id = any(${accountIds}::uuid[])
          for no key update skip locked)`.execute(db);
    }
  }
}
