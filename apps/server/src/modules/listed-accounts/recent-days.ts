import { summaryDays } from '@repo/domain/time/timeline-window';
import { type RawBuilder, sql } from 'kysely';

const shownDays = sql.lit(summaryDays);

/** An account in a statement: the workspace and the id, as columns or parameters. */
interface AccountRow {
  workspaceId: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}

/**
 * The counts of the days that end with `today`, the oldest first, as text: all of one width, with
 * blanks before the shorter ones, so that a range of days is a range of characters. A subquery with
 * `external` and `internal`.
 */
export const recentSeries = (
  { workspaceId, id }: AccountRow,
  today: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select string_agg(lpad(coalesce(counted.external, 0)::text, width), ',' order by back desc)
      as external,
    string_agg(lpad(coalesce(counted.internal, 0)::text, width), ',' order by back desc) as internal
  from (
    select coalesce(max(length(greatest(external, internal)::text)), 1) as width
    from account_days
    where workspace_id = ${workspaceId} and account_id = ${id}
      and day between ${today} - (${shownDays} - 1) and ${today}
  ) widest
  cross join generate_series(0, ${shownDays} - 1) back
  left join account_days counted
    on counted.workspace_id = ${workspaceId} and counted.account_id = ${id}
      and counted.day = ${today} - back)`;

const noCounts = sql.lit(Array(summaryDays).fill('0').join(','));

/**
 * Cuts the counts for a later day from the stored ones (`recentDays`). Counts bytes in place of characters,
 * which is quicker and the same for digits.
 *
 * @param passed days since the day for which they were stored.
 */
export const laterSeries = (
  stored: RawBuilder<unknown>,
  passed: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const width = sql`((octet_length(${stored}) + 1) / ${sql.lit(2 * summaryDays - 1)})`;
  return sql`coalesce(
    substring(${stored} from 1 + ${passed} * ${width} for ${shownDays} * ${width} - 1), ${noCounts})`;
};

/**
 * The stored counts of the recent days of an account, as of `day`: a subquery with
 *
 *   external, internal             the counts of the days that are shown, together
 *   until                          the day until which these stay the same: on it one of the days is
 *                                  no longer shown, or one that is ahead begins to be
 *   external_days, internal_days   the counts of each day (`recentSeries`), and zeros for as many days
 *                                  to come, so that `laterSeries` finds those of a later day by their
 *                                  position; null if nothing happened
 */
export const recentDays = (account: AccountRow, day: RawBuilder<unknown>): RawBuilder<unknown> => {
  return sql`(
    select counted.external, counted.internal, coalesce(counted.until, 'infinity') as until,
      series.external || zeros.text as external_days, series.internal || zeros.text as internal_days
    from (
      select coalesce(sum(external) filter (where day <= ${day}), 0) as external,
        coalesce(sum(internal) filter (where day <= ${day}), 0) as internal,
        least(min(day) filter (where day <= ${day}) + ${shownDays},
          min(day) filter (where day > ${day})) as until
      from account_days
      where workspace_id = ${account.workspaceId} and account_id = ${account.id}
        and day > ${day} - ${shownDays}
    ) counted
    left join lateral (
      select series.* from ${recentSeries(account, day)} series
      where counted.external + counted.internal > 0
    ) series on true
    left join lateral (
      select repeat(',' || lpad('0', (length(series.external) + 1) / ${shownDays} - 1),
        ${shownDays} - 1) as text
    ) zeros on true)`;
};
