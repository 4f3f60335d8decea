import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { chunk, chunkSize } from './chunk.ts';
import { refreshContributors } from './refresh-contributors.ts';
import { refreshDays } from './refresh-days.ts';
import { refreshPublished } from './refresh-published.ts';
import { refreshThreads } from './refresh-threads.ts';
import { summarizeAccounts } from './summarize-accounts.ts';

/**
 * Takes everything that one person contributed out of some accounts. Comes to the same as publishing
 * anew each of their activities, but what nobody else contributed is deleted in one statement: for
 * somebody with a hundred thousand of them the difference between seconds and half a minute.
 *
 * The caller has ended the person's shares with the accounts, and holds the person and the accounts.
 */
export async function withdrawOwner(
  tx: Connection,
  ownerId: string,
  accountIds: readonly string[],
  now = new Date(),
): Promise<void> {
  if (accountIds.length === 0) return;
  const { days, threads, shared } = await withdraw(tx, ownerId, accountIds);
  for (const part of chunk(threads, chunkSize)) await refreshThreads(tx, part);
  for (const part of chunk(days, chunkSize)) await refreshDays(tx, part);
  await refreshPublished(tx, shared, now);
  await refreshContributors(tx, accountIds);
  await summarizeAccounts(tx, accountIds, now);
}

interface Left {
  kind: 'day' | 'thread' | 'shared';
  accountId: string;
  day: string | null;
  activityId: string;
  activityKey: string;
  threadId: string | null;
}

/**
 * Deletes the contributions, and the activities and references that are nobody else's.
 *
 * Every part sees the tables as they were before, so that what is left is known by the contributions
 * of others.
 *
 * @returns the days that lost something, a mail of each thread that lost some but not all, and what
 *   was shown from the person's copy though others have one, too.
 */
async function withdraw(tx: Connection, ownerId: string, accountIds: readonly string[]) {
  const isOthers = (workspaceId: string, activityId: string) => sql`exists (
    select from account_activity_contributors other
    where other.workspace_id = ${sql.ref(workspaceId)}
      and other.activity_id = ${sql.ref(activityId)} and other.user_id <> ${ownerId})`;
  const { rows } = await sql<Left>`
    with withdrawn as (
      delete from account_activity_contributors
      where account_id = any(${accountIds}::uuid[]) and user_id = ${ownerId}
      returning workspace_id, activity_id
    ),
    contributed as materialized (
      select workspace_id, activity_id,
        ${isOthers('mine.workspace_id', 'mine.activity_id')} as stays
      from (select distinct workspace_id, activity_id from withdrawn) mine
    ),
    gone as (
      delete from account_activities published using contributed
      where published.workspace_id = contributed.workspace_id
        and published.id = contributed.activity_id and not stays
      returning published.account_id, published.id, published.day, published.thread_id
    ),
    forgotten as (
      delete from account_message_refs message using gone
      where message.account_id = gone.account_id and message.activity_id = gone.id
    ),
    torn as materialized (
      select distinct account_id, thread_id from gone where thread_id is not null
    )
    select 'day' as kind, account_id as "accountId", day, null::uuid as "activityId",
      null::uuid as "activityKey", null::uuid as "threadId"
    from gone group by account_id, day
    union all
    select 'thread', torn.account_id, null, rest.id, null, torn.thread_id
    from torn cross join lateral (
      select id from account_activities mail
      where account_id = torn.account_id and thread_id = torn.thread_id
        and ${isOthers('mail.workspace_id', 'mail.id')}
      limit 1
    ) rest
    union all
    select 'shared', published.account_id, null, null, published.activity_key, null
    from contributed
    join account_activities published
      on published.workspace_id = contributed.workspace_id
        and published.id = contributed.activity_id
    where stays and published.owner_id = ${ownerId}`.execute(tx);
  const of = (kind: Left['kind']) => rows.filter((row) => row.kind === kind);
  return {
    days: of('day').map(({ accountId, day }) => ({ accountId, day, oldDay: null })),
    threads: of('thread').map(({ accountId, activityId, threadId }) => ({
      accountId,
      activityId,
      isMail: true,
      day: null,
      oldDay: null,
      oldThreadId: threadId,
    })),
    shared: of('shared').map(({ accountId, activityKey }) => ({ accountId, activityKey })),
  };
}
