import { groupThreads } from '@repo/domain/activities/thread';
import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import type { Change } from './change.ts';

interface Member {
  accountId: string;
  id: string;
  threadId: string;
  refs: string[];
}

/**
 * Groups again the threads that changed mails were in or are in by their references. A thread is
 * named by its earliest mail, the first by id where two are of the same instant.
 */
export async function refreshThreads(tx: Connection, changes: readonly Change[]): Promise<void> {
  const mails = changes.filter(({ isMail }) => isMail);
  if (mails.length === 0) return;
  const members = await membersOfThreads(tx, mails);
  const renamed = [...Map.groupBy(members, ({ accountId }) => accountId).values()]
    .flatMap((ofAccount) => groupThreads(ofAccount))
    .flatMap((thread) => {
      const name = thread[0]?.id;
      return thread.flatMap((mail) =>
        mail.threadId === name ? [] : [{ accountId: mail.accountId, id: mail.id, name }],
      );
    });
  if (renamed.length === 0) return;
  await sql`
    update account_activities published set thread_id = given.thread_id
    from unnest(
      ${renamed.map(({ accountId }) => accountId)}::uuid[],
      ${renamed.map(({ id }) => id)}::uuid[],
      ${renamed.map(({ name }) => name)}::uuid[]
    ) as given(account_id, id, thread_id)
    join workspace_accounts account on account.id = given.account_id
    where published.workspace_id = account.workspace_id and published.id = given.id`.execute(tx);
}

/**
 * All mails of the threads that the changed ones were in, or now share a reference with, the
 * earliest first. Threads are closed under shared references, so these are all that can matter.
 *
 * Each step goes by an index from the few rows of the one before; `offset 0` keeps the planner to
 * it, which would otherwise read all that is published: it cannot know how few they are.
 */
async function membersOfThreads(tx: Connection, mails: readonly Change[]): Promise<Member[]> {
  const { rows } = await sql<Member>`
    with changed as materialized (
      select account.workspace_id, account.id as account_id, given.id, given.old_thread_id
      from unnest(
        ${mails.map(({ accountId }) => accountId)}::uuid[],
        ${mails.map(({ activityId }) => activityId)}::uuid[],
        ${mails.map(({ oldThreadId }) => oldThreadId)}::uuid[]
      ) as given(account_id, id, old_thread_id)
      join workspace_accounts account on account.id = given.account_id
    ),
    referred as materialized (
      select distinct changed.workspace_id, changed.account_id, own.ref
      from changed cross join lateral (
        select ref from account_message_refs
        where workspace_id = changed.workspace_id and account_id = changed.account_id
          and activity_id = changed.id offset 0
      ) own
    ),
    places as materialized (
      select workspace_id, id from changed
      union
      select referred.workspace_id, near.activity_id
      from referred cross join lateral (
        select activity_id from account_message_refs
        where workspace_id = referred.workspace_id and account_id = referred.account_id
          and ref = referred.ref offset 0
      ) near
    ),
    threads as materialized (
      select workspace_id, account_id, old_thread_id as thread_id from changed
      where old_thread_id is not null
      union
      select places.workspace_id, published.account_id, published.thread_id
      from places cross join lateral (
        select account_id, thread_id from account_activities
        where workspace_id = places.workspace_id and id = places.id offset 0
      ) published
    )
    select published.account_id as "accountId", published.id, published.thread_id as "threadId",
      array(
        select ref from account_message_refs
        where workspace_id = threads.workspace_id and account_id = published.account_id
          and activity_id = published.id
      ) as refs
    from threads cross join lateral (
      select account_id, id, thread_id, occurred_at from account_activities
      where workspace_id = threads.workspace_id and account_id = threads.account_id
        and thread_id = threads.thread_id offset 0
    ) published
    order by published.occurred_at, published.id`.execute(tx);
  return rows;
}
