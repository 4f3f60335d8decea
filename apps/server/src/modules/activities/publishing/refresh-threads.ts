import { groupThreads } from '@repo/domain/activities/thread';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Change } from './change.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';

/**
 * Emails of a thread up to which it is read whole. A larger one only grows: reading it again for
 * each page that joins it would take time that grows with the square of its size.
 */
export const largestExactThread = 500;

/**
 * How many emails one call reads, and can rename, in threads that are read whole. Threads beyond it are
 * handled as large ones this time: a few emails can refer to any number of threads.
 */
const maxMailsRead = 10_000;

/** An email, or a large thread as a whole. */
interface Member {
  accountId: string;
  /** Null for a large thread. */
  id: string | null;
  threadId: string;
  refs: string[];
}

interface Renaming {
  accountId: string;
  id: string;
  name: string;
}

/**
 * Groups again the threads that changed emails were in, or are in by their references. A thread is named by
 * its earliest email, the first by id among emails of the same instant. A thread of more than
 * `largestExactThread` emails, or beyond `maxMailsRead`, keeps its name and takes in emails that share a
 * reference with it. It is not divided until it is smaller, nor joined with another large one, so that the
 * cost of a page does not depend on their sizes (docs/decisions/threads-by-shared-references.md).
 */
export async function refreshThreads(
  tx: Connection,
  workspaceId: string,
  changes: readonly Change[],
  mailsRead = maxMailsRead,
): Promise<void> {
  // An email that came or went with its references is among the changes twice.
  const mails = [
    ...new Map(
      changes
        .filter(({ isRethreaded }) => isRethreaded)
        .map((one) => [`${one.activityId} ${one.oldThreadId}`, one]),
    ).values(),
  ];
  if (mails.length === 0) return;
  const members = await membersOfThreads(tx, workspaceId, mails, mailsRead);
  const renamed = [...Map.groupBy(members, ({ accountId }) => accountId).values()]
    .flatMap((ofAccount) => groupThreads(ofAccount))
    .flatMap((thread) => {
      // Large threads come first: they keep their names.
      const name = thread[0]?.id ?? thread[0]?.threadId ?? '';
      return thread.flatMap(({ accountId, id, threadId }) =>
        id === null || threadId === name ? [] : [{ accountId, id, name }],
      );
    });
  await renameMails(tx, workspaceId, renamed);
}

async function renameMails(
  tx: Connection,
  workspaceId: string,
  renamed: readonly Renaming[],
): Promise<void> {
  if (renamed.length === 0) return;
  await sql`
    update account_activities published set thread_id = given.thread_id
    from unnest(
      ${renamed.map(({ id }) => id)}::uuid[],
      ${renamed.map(({ name }) => name)}::uuid[]
    ) as given(id, thread_id)
    where published.workspace_id = ${workspaceId} and published.id = given.id`.execute(tx);
}

/**
 * Reads all emails of the threads that the changed ones were in, or now share a reference with, the earliest
 * first. Threads are closed under shared references, so no other emails can matter. The large threads come
 * before them in the order of their ids, each with the references that it shares with the changed emails. Of
 * several, the first takes in emails that no other has yet.
 *
 * Each step uses an index for the few rows of the one before. `offset 0` keeps the planner to it: it cannot
 * know how few they are, and would read all published rows.
 */
async function membersOfThreads(
  tx: Connection,
  workspaceId: string,
  mails: readonly Change[],
  mailsRead: number,
): Promise<Member[]> {
  const inWorkspace = inWorkspaceOf(tx, workspaceId);
  const { rows } = await sql<Member>`
    with changed as materialized (
      select ${workspaceId}::uuid as workspace_id, given.*
      from unnest(
        ${mails.map(({ accountId }) => accountId)}::uuid[],
        ${mails.map(({ activityId }) => activityId)}::uuid[],
        ${mails.map(({ oldThreadId }) => oldThreadId)}::uuid[]
      ) as given(account_id, id, old_thread_id)
    ),
    referred as materialized (
      select distinct changed.workspace_id, changed.account_id, own.ref
      from changed cross join lateral (
        select ref from account_message_refs
        where workspace_id = changed.workspace_id and account_id = changed.account_id
          and activity_id = changed.id ${inWorkspace('account_message_refs')} offset 0
      ) own
    ),
    near as materialized (
      select referred.workspace_id, referred.ref, near.activity_id as id
      from referred cross join lateral (
        -- Emails with the same reference are in one thread, except the changed ones: one of the others is
        -- enough.
        select activity_id from account_message_refs
        where workspace_id = referred.workspace_id and account_id = referred.account_id
          and ref = referred.ref ${inWorkspace('account_message_refs')}
        limit ${mails.length + 1}
      ) near
    ),
    links as materialized (
      select distinct places.workspace_id, published.account_id, published.thread_id, places.ref
      from (
        select workspace_id, id, ref from near
        union all
        select workspace_id, id, null from changed
      ) places cross join lateral (
        select account_id, thread_id from account_activities
        where workspace_id = places.workspace_id and id = places.id
          ${inWorkspace('account_activities')} offset 0
      ) published
    ),
    sizes as materialized (
      select named.*, (
        select count(*) from (
          select from account_activities
          where workspace_id = named.workspace_id and account_id = named.account_id
            and thread_id = named.thread_id ${inWorkspace('account_activities')}
          limit ${largestExactThread + 1}
        ) counted
      ) as mails
      from (
        select workspace_id, account_id, old_thread_id as thread_id from changed
        where old_thread_id is not null
        union
        select workspace_id, account_id, thread_id from links
      ) named
    ),
    threads as materialized (
      -- The smallest first, so that most are read whole.
      select workspace_id, account_id, thread_id, mails > ${largestExactThread}
        or sum(mails) over (order by mails, thread_id) > ${mailsRead} as is_large
      from sizes
    ),
    members as (
      select published.account_id, published.id, published.thread_id, published.occurred_at,
        array(
          select ref from account_message_refs
          where workspace_id = threads.workspace_id and account_id = published.account_id
            and activity_id = published.id ${inWorkspace('account_message_refs')}
        ) as refs
      from threads cross join lateral (
        select account_id, id, thread_id, occurred_at from account_activities
        where workspace_id = threads.workspace_id and account_id = threads.account_id
          and thread_id = threads.thread_id ${inWorkspace('account_activities')} offset 0
      ) published
      where not threads.is_large
      union all
      select account_id, null, thread_id, null, array(
        select ref from links
        where links.workspace_id = threads.workspace_id
          and links.account_id = threads.account_id and links.thread_id = threads.thread_id
          and ref is not null
      )
      from threads where is_large
    )
    select account_id as "accountId", id, thread_id as "threadId", refs
    from members order by (id is null) desc, occurred_at, coalesce(id, thread_id)`.execute(tx);
  return rows;
}
