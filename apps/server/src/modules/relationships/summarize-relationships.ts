import { quietRule } from '@repo/domain/relationships/going-quiet';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { readLevel, showsLevel } from '#platform/database/level-columns.ts';
import { dayIn, timeZoneOf } from '#platform/database/workspace-time.ts';
import { storedDaysInTouch } from './days-in-touch.ts';

/**
 * Writes the grid's columns about relationships: the strength of all pairs together and of the strongest one,
 * the last contact, and the next meeting. `due_at` is moved to an earlier future activity, never to a later
 * one: only the job that counts its day may (`refreshDueRelationships`).
 */
export async function summarizeRelationships(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into account_relationships as stored (workspace_id, account_id, key, best_key, last_day,
      recent_days, last_day_by_us, last_day_by_them, next_meeting_at, due_at,
      recount_from, days_in_touch, days_in_touch_until)
    select account.workspace_id, account.id, summed.key, summed.best_key, summed.last_day,
      recent.days, by_us.day, by_them.day, meeting.at, ahead.at,
      null, ${storedDaysInTouch(dayIn(sql`${workspaceId}`, sql`${now}::timestamptz`))}
    from workspace_accounts account
    cross join lateral (
      select coalesce(sum(key order by person_id, user_id), 0) as key, coalesce(max(key), 0) as best_key,
        max(last_day) as last_day
      from ties where workspace_id = ${workspaceId} and account_id = account.id
    ) summed
    cross join lateral (
      select coalesce(
          string_agg(case when ${isTieDay(workspaceId, 'summed.last_day - back')} then '1' else '0' end, '' order by back),
          repeat('0', ${quietRule.beforeDays}::integer))::bit(84) as days
      from generate_series(0, ${quietRule.beforeDays}::integer - 1) back
      where summed.last_day is not null
    ) recent
    cross join lateral (select summed.last_day, recent.days as recent_days) ties
    left join lateral (${lastDay(workspaceId, 'by_us')}) by_us on true
    left join lateral (${lastDay(workspaceId, 'by_them')}) by_them on true
    left join lateral (
      select case when ${showsLevel(readLevel('account_activities', inWorkspaceOf(tx, workspaceId)), 'subject')}
        then occurred_at else day::timestamp at time zone ${timeZoneOf(sql`${workspaceId}`)} end as at
      from account_activities
      where workspace_id = ${workspaceId} and account_id = account.id
        and occurred_at > ${now} and type = 'calendar'
      order by account_activities.occurred_at limit 1
    ) meeting on true
    left join lateral (
      select occurred_at as at from account_activities
      where workspace_id = ${workspaceId} and account_id = account.id
        and occurred_at > ${now}
      order by occurred_at limit 1
    ) ahead on true
    where account.workspace_id = ${workspaceId} and account.id = any(${accountIds}::uuid[])
    on conflict (workspace_id, account_id) do update
      set (key, best_key, last_day, recent_days, last_day_by_us, last_day_by_them, next_meeting_at,
          due_at, days_in_touch, days_in_touch_until) =
        (excluded.key, excluded.best_key, excluded.last_day, excluded.recent_days,
          excluded.last_day_by_us, excluded.last_day_by_them, excluded.next_meeting_at,
          least(stored.due_at, excluded.due_at), excluded.days_in_touch,
          excluded.days_in_touch_until)
      where (stored.key, stored.best_key, stored.last_day, stored.recent_days, stored.last_day_by_us,
          stored.last_day_by_them, stored.next_meeting_at, stored.due_at, stored.days_in_touch,
          stored.days_in_touch_until)
        is distinct from
        (excluded.key, excluded.best_key, excluded.last_day, excluded.recent_days,
          excluded.last_day_by_us, excluded.last_day_by_them, excluded.next_meeting_at,
          least(stored.due_at, excluded.due_at), excluded.days_in_touch,
          excluded.days_in_touch_until)`.execute(tx);
}

/** Whether a day in touch counts: that of a hidden contact does not. */
const counts = (workspaceId: string) => sql`(
  not exists (
    select from contacts contact
    where contact.workspace_id = ${workspaceId} and contact.id = in_touch.contact_id
      and not contact.is_shown))`;

const isTieDay = (workspaceId: string, day: string) => sql`exists (
  select from tie_days in_touch
  where in_touch.workspace_id = ${workspaceId} and in_touch.account_id = account.id
    and in_touch.day = ${sql.raw(day)} and ${counts(workspaceId)})`;

const lastDay = (workspaceId: string, side: 'by_us' | 'by_them') => sql`
  select day from tie_days in_touch
  where in_touch.workspace_id = ${workspaceId} and in_touch.account_id = account.id
    and ${sql.ref(`in_touch.${side}`)} and ${counts(workspaceId)}
  order by day desc limit 1`;
