import { type RawBuilder, sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { recountDaysInTouch } from '../../relationships/refresh-relationships.ts';
import { summarizeRelationships } from '../../relationships/summarize-relationships.ts';
import type { Touched } from '../publishing/change.ts';
import { showsLevel } from '#platform/database/level-columns.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { refreshPublished } from '../publishing/refresh-published.ts';
import { refreshWords } from '../publishing/refresh-words.ts';
import { summarizeAccounts } from '../publishing/summarize-accounts.ts';

/**
 * Moves the published activities of accounts to the days of a time zone, and counts these days again. Locks
 * the accounts until the end of the transaction, so that the next publication uses the time zone that the
 * transaction has stored. Repeating it changes nothing.
 */
export async function moveDays(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
  timeZone: string,
  now: Date,
): Promise<void> {
  await lockAccounts(tx, workspaceId, accountIds);
  for (const accountId of accountIds) {
    const days = await moveActivities(tx, { workspaceId, accountId }, timeZone);
    if (days.length > 0) {
      await countDays(tx, { workspaceId, accountId }, days);
      await recountDaysInTouch(tx, { workspaceId, accountId }, days, now);
    }
    await publishAgain(tx, { workspaceId, accountId }, now);
  }
  // Also of accounts in which nothing moved: it may be another day now.
  await summarizeRelationships(tx, workspaceId, accountIds, now);
  await summarizeAccounts(tx, workspaceId, accountIds, now);
}

/**
 * Moves activities to the days of a time zone. All-day activities keep their days, and begin at midnight in
 * that time zone.
 *
 * @returns the days of all moved activities, before and after.
 */
async function moveActivities(
  tx: Connection,
  { workspaceId, accountId }: AccountKey,
  timeZone: string,
): Promise<string[]> {
  const midnight = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone ${timeZone}`;
  const dayThere = sql`(occurred_at at time zone ${timeZone})::date`;
  const lengthInDays = sql`round(extract(epoch from end_time - occurred_at) / 86400)::integer`;
  const { rows } = await sql<{ old_day: string; new_day: string; activityKey: string | null }>`
    with moved as (
      update account_activities
      set day = case when is_all_day then day else ${dayThere} end,
        occurred_at = case when is_all_day then ${midnight(sql`day`)} else occurred_at end,
        start_time = case when is_all_day then ${midnight(sql`day`)} else start_time end,
        end_time = case when is_all_day then ${midnight(sql`day + ${lengthInDays}`)} else end_time end
      where workspace_id = ${workspaceId} and account_id = ${accountId}
        and ${showsLevel(sql`level`, 'subject')} and case when is_all_day then occurred_at <> ${midnight(sql`day`)} else day <> ${dayThere} end
      returning id, old.day as old_day, new.day as new_day,
        case when new.is_all_day then new.activity_key end as "activityKey"
    ), noted as (
      insert into changed_entries (workspace_id, kind, entry_id)
      select ${workspaceId}, 'activity', id from moved
    )
    select distinct old_day, new_day, "activityKey" from moved`.execute(tx);
  // The search finds an activity by its instant.
  const found = rows.flatMap(({ activityKey }) =>
    activityKey === null ? [] : [{ workspaceId, accountId, activityKey }],
  );
  await refreshWords(tx, found);
  return [...new Set(rows.flatMap(({ old_day, new_day }) => [old_day, new_day]))].sort();
}

/** Publishes again the activities stored without their time: their day follows from the captured copy. */
async function publishAgain(
  tx: Connection,
  { workspaceId, accountId }: AccountKey,
  now: Date,
): Promise<void> {
  const { rows } = await sql<Touched>`
    select workspace_id as "workspaceId", account_id as "accountId", activity_key as "activityKey"
    from account_activities
    where workspace_id = ${workspaceId} and account_id = ${accountId}
      and not ${showsLevel(sql`level`, 'subject')}`.execute(tx);
  await refreshPublished(tx, rows, now);
}

async function countDays(
  tx: Connection,
  { workspaceId, accountId }: AccountKey,
  days: readonly string[],
): Promise<void> {
  await sql`
    with counted as materialized (
      select day, count(*) filter (where side <> 'external')::integer as internal,
        count(*) filter (where side <> 'internal')::integer as external, count(*)::integer as total
      from account_activities
      where workspace_id = ${workspaceId} and account_id = ${accountId}
        and day = any(${days}::date[])
      group by day
    ),
    gone as (
      delete from account_days
      where workspace_id = ${workspaceId} and account_id = ${accountId}
        and day = any(${days}::date[]) and day not in (select day from counted)
    )
    insert into account_days as stored (workspace_id, account_id, day, internal, external, total)
    select ${workspaceId}, ${accountId}, day, internal, external, total from counted
    on conflict (workspace_id, account_id, day) do update
      set (internal, external, total) = (excluded.internal, excluded.external, excluded.total)
  `.execute(tx);
}
