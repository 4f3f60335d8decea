import { quietRule } from '@repo/domain/relationships/going-quiet';
import { businessDayOf } from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/create-database.ts';

/*
 * Computes the days in touch within a period that ends today, from a row named `ties` with
 * `last_day` and `recent_days`. They become fewer over time, so the number that is stored for
 * sorting has a day from which on it is outdated.
 */

/** The stored days in touch within this many days that end today. */
const shownDays = (days: number, today: string) =>
  `substring(ties.recent_days for greatest(0, ${days} - (${today} - ties.last_day)))`;

/** The number of days in touch within this many days that end today. */
export const daysInTouchOn = (days: number, today: string): string =>
  `coalesce(bit_count(${shownDays(days, today)}), 0)::integer`;

/** The columns `days_in_touch` and `days_in_touch_until` on a day; the oldest day leaves first. */
export function storedDaysInTouch(today: string): RawBuilder<unknown> {
  const { beforeDays } = quietRule;
  const day = `date '${today}'`;
  const until = `case when ${daysInTouchOn(beforeDays, day)} = 0 then 'infinity'::date
    else ties.last_day + ${beforeDays + 1} - length(rtrim(${shownDays(beforeDays, day)}::text, '0')) end`;
  return sql.raw(`${daysInTouchOn(beforeDays, day)}, ${until}`);
}

/** Accounts per transaction. */
const BATCH_SIZE = 500;

/** Recomputes the days in touch of accounts for which a day has left the range. */
export async function refreshDaysInTouch(db: Database, now: Date): Promise<void> {
  const today = businessDayOf(now);
  for (;;) {
    // Skips locked rows: the transaction that publishes to an account counts its days as well.
    const { rows } = await sql`
      update account_relationships ties
      set (days_in_touch, days_in_touch_until) = row(${storedDaysInTouch(today)})
      where (workspace_id, account_id) in (
        select workspace_id, account_id from account_relationships
        where days_in_touch_until <= ${today}
        limit ${BATCH_SIZE} for no key update skip locked)
      returning 1`.execute(db);
    if (rows.length < BATCH_SIZE) return;
  }
}
