import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { dayIn, timeZoneOf } from '#platform/database/workspace-time.ts';
import { noteEntries } from '../../listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '../../listed-accounts/note-workspace-changes.ts';
import { readLevel, showsLevel } from '#platform/database/level-columns.ts';
import { writeListedAccounts } from '../../listed-accounts/write-listed-accounts.ts';

/**
 * Writes the grid's columns of a workspace's accounts: the summary of their activities and the read model of
 * the list. Also records that the workspace has changed. The last part of every publication; the caller has
 * locked the accounts.
 */
export async function summarizeAccounts(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
  now: Date,
): Promise<void> {
  const isSummarized = await writeSummaries(tx, workspaceId, accountIds, now);
  const isListed = await writeListedAccounts(tx, workspaceId, accountIds, now);
  if (isSummarized || isListed) await noteWorkspaceChanges(tx, [workspaceId]);
}

/**
 * Writes how many activities there were until now, which was the last, and when the next one that is
 * ahead will have happened.
 *
 * @returns whether a summary changed.
 */
async function writeSummaries(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
  now: Date,
): Promise<boolean> {
  const today = dayIn(sql`${workspaceId}`, sql`${now}::timestamptz`);
  const shown = readLevel('published', inWorkspaceOf(tx, workspaceId));
  const dayShown = sql`day::timestamp at time zone ${timeZoneOf(sql`${workspaceId}`)}`;
  const { rows } = await sql<{ id: string }>`
    update workspace_accounts account
    set (activity_count, last_activity_at, last_activity_type, last_activity_title,
        next_activity_at) =
      (found.activity_count, found.last_at, found.last_type, found.last_title, found.next_at)
    from (
      select given.id,
        coalesce(before.total, 0) + todays.total as activity_count,
        last.occurred_at as last_at, last.type as last_type, last.title as last_title,
        next.occurred_at as next_at
      from unnest(${accountIds}::uuid[]) as given(id)
      cross join lateral (
        select sum(total) as total from account_days
        where workspace_id = ${workspaceId} and account_id = given.id and day < ${today}
      ) before
      cross join lateral (
        select count(*) as total from account_activities
        where workspace_id = ${workspaceId} and account_id = given.id and day = ${today}
          and occurred_at <= ${now}
      ) todays
      left join lateral (
        select case when ${showsLevel(shown, 'subject')} then occurred_at else ${dayShown} end as occurred_at,
          type, case when ${showsLevel(shown, 'subject')} then title else '' end as title
        from account_activities published
        where workspace_id = ${workspaceId} and account_id = given.id and occurred_at <= ${now}
        order by published.occurred_at desc, id desc limit 1
      ) last on true
      left join lateral (
        select occurred_at from account_activities
        where workspace_id = ${workspaceId} and account_id = given.id and occurred_at > ${now}
        order by occurred_at limit 1
      ) next on true
    ) found
    where account.workspace_id = ${workspaceId} and account.id = found.id
      and (account.activity_count, account.last_activity_at, account.last_activity_type,
          account.last_activity_title, account.next_activity_at)
        is distinct from
        (found.activity_count, found.last_at, found.last_type, found.last_title, found.next_at)
    returning account.id`.execute(tx);
  await noteEntries(
    tx,
    workspaceId,
    'account',
    rows.map(({ id }) => id),
  );
  return rows.length > 0;
}
