import { quietRule } from '@repo/domain/relationships/going-quiet';
import { businessDayOf } from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/create-database.ts';

/*
 * Days in touch in the days that end today, out of a row named `ties` with `last_day` and
 * `recent_days`. They become fewer with time, so what is stored of them for sorting has a day from
 * which on it is outdated.
 */

/** Of so many days that end today, those in touch that are stored. */
const shownDays = (days: number, today: string) =>
  `substring(ties.recent_days for greatest(0, ${days} - (${today} - ties.last_day)))`;

/** How many days in touch there are in so many days that end today. */
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

/** So many accounts in one transaction. */
const BATCH_SIZE = 500;

/** Counts the days in touch again where a day has left the range. */
export async function refreshDaysInTouch(db: Database, now: Date): Promise<void> {
  const today = businessDayOf(now);
  for (;;) {
    // None waits for another: who publishes to an account counts its days as well.
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
