import { sql } from 'kysely';
import type { Connection } from '../../../../platform/database/create-database.ts';
import type { Change, Touched } from '../change.ts';
import { removeFormerContributors } from '../refresh-contributors.ts';
import { refreshDays } from '../refresh-days.ts';
import { refreshAcceptable } from '../refresh-published.ts';
import { requestActivities } from '../request-activities.ts';
import { largestExactThread, refreshThreads } from '../refresh-threads.ts';
import type { Unshared } from '../storage/publishing-storage.ts';
import { storageOf } from '../storage/storage-of.ts';
import { summarizeAccounts } from '../summarize-accounts.ts';

/** Activities that only one person contributes are deleted this many times as fast as others change. */
const OWN_AT_ONCE = 4;

interface Withdrawal {
  ownerId: string;
  workspaceId: string;
  accountIds: readonly string[];
}

type Part = Omit<Withdrawal, 'accountIds'>;

/**
 * Withdraws the next activities that a person contributes to accounts that they share nothing with.
 * What no one else contributes is deleted; of the rest, the copy of another one is shown, unless the
 * database refuses it (`withdrawRefused`). The caller has locked the accounts.
 */
export async function withdrawRows(
  tx: Connection,
  withdrawal: Withdrawal,
  stepSize: number,
  now: Date,
): Promise<void> {
  const { workspaceId } = withdrawal;
  const unshared = await storageOf(tx).unshared(tx, withdrawal);
  const { accountIds } = unshared;
  const rows = await findContributed(tx, { ...withdrawal, ...unshared }, stepSize * OWN_AT_ONCE);
  if (rows.length === 0) return deleteStrays(tx, { ...withdrawal, accountIds });
  const own = rows.flatMap(({ activityKey, ...change }) => (activityKey === null ? [change] : []));
  await deleteActivities(tx, withdrawal, own, now);
  const ofOthers = rows.flatMap(({ accountId, activityKey }): Touched[] =>
    activityKey === null ? [] : [{ workspaceId, accountId, activityKey }],
  );
  const { refused } = await refreshAcceptable(tx, ofOthers.slice(0, stepSize), now, 'deferred');
  await withdrawRefused(tx, withdrawal, refused, now);
}

/**
 * Withdraws activities that others contribute as well and whose copies the database refuses to show:
 * whatever is wrong with the copy of another one, that of the owner is no longer shown. Theirs are
 * requested again, and the job reports why they cannot be published. The caller has locked the accounts.
 */
export async function withdrawRefused(
  tx: Connection,
  { ownerId, workspaceId }: Part,
  refused: readonly Touched[],
  now: Date,
): Promise<void> {
  if (refused.length === 0) return;
  const { rows } = await sql<Change & { activityKey: string; others: string[] }>`
    select published.account_id as "accountId", published.id as "activityId",
      published.activity_key as "activityKey", published.type = 'email' as "isMail", null as day,
      null as side, published.day as "oldDay", published.side as "oldSide",
      published.thread_id as "oldThreadId", array(
        select distinct user_id from account_activity_contributors other
        where other.workspace_id = ${workspaceId} and other.activity_id = published.id
          and other.user_id <> ${ownerId}
      ) as others
    from unnest(
      ${refused.map(({ accountId }) => accountId)}::uuid[],
      ${refused.map(({ activityKey }) => activityKey)}::uuid[]
    ) as given(account_id, activity_key)
    join account_activities published on published.workspace_id = ${workspaceId}
      and published.id = published_id(given.account_id, given.activity_key)`.execute(tx);
  for (const { accountId, activityKey, others } of rows) {
    for (const other of others) {
      await requestActivities(tx, other, [{ workspaceId, accountId, activityKey }]);
    }
  }
  const changes = rows.map(({ activityKey: _key, others: _others, ...change }) => change);
  await deleteActivities(tx, { ownerId, workspaceId }, changes, now);
}

/**
 * Deletes contributions whose activities are not there. No key of the database prevents them, and a
 * withdrawal is complete when the person contributes nothing.
 */
async function deleteStrays(
  tx: Connection,
  { ownerId, workspaceId, accountIds }: Withdrawal,
): Promise<void> {
  await sql`
    delete from account_activity_contributors stray
    where workspace_id = ${workspaceId} and account_id = any(${accountIds}::uuid[])
      and user_id = ${ownerId} and not exists (
        select from account_activities published
        where published.workspace_id = ${workspaceId} and published.id = stray.activity_id)`.execute(
    tx,
  );
}

/** Deletes published activities, with what follows from that. */
async function deleteActivities(
  tx: Connection,
  part: Part,
  gone: readonly Change[],
  now: Date,
): Promise<void> {
  if (gone.length === 0) return;
  const { workspaceId } = part;
  const ids = gone.map(({ activityId }) => activityId);
  const accountIds = [...new Set(gone.map(({ accountId }) => accountId))];
  // A list of ids instead of a join: on a cluster, where the statistics of tenants are not fixed, the
  // planner may compare each row of a new workspace with each of those to delete.
  await sql`
    delete from account_activities
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`.execute(tx);
  await sql`
    delete from account_activity_contributors
    where workspace_id = ${workspaceId} and activity_id = any(${ids}::uuid[])`.execute(tx);
  await sql`
    delete from account_activity_words
    where workspace_id = ${workspaceId} and activity_id = any(${ids}::uuid[])`.execute(tx);
  await sql`
    delete from account_message_refs
    where workspace_id = ${workspaceId} and account_id = any(${accountIds}::uuid[])
      and activity_id = any(${ids}::uuid[])`.execute(tx);
  await refreshThreads(tx, workspaceId, await inThreadsOfOthers(tx, part, gone));
  await refreshDays(tx, workspaceId, gone);
  await removeFormerContributors(tx, workspaceId, accountIds);
  await summarizeAccounts(tx, workspaceId, accountIds, now);
}

/** The next activities that the owner contributes; those that others contribute as well with their key. */
async function findContributed(
  tx: Connection,
  { ownerId, workspaceId, accountIds, isUnshared }: Withdrawal & Unshared,
  limit: number,
): Promise<(Change & { activityKey: string | null })[]> {
  const { rows } = await sql<Change & { activityKey: string | null }>`
    with contributed as materialized (
      -- Of an activity, a person can have several copies.
      select distinct found.activity_id
      from (
        select contributor.activity_id
        from unnest(${accountIds}::uuid[]) as given(account_id)
        cross join lateral (
          select activity_id from account_activity_contributors
          where workspace_id = ${workspaceId} and account_id = given.account_id
            and user_id = ${ownerId}
          limit ${limit}
        ) contributor
        where ${isUnshared}
        limit ${limit}
      ) found
    )
    select published.account_id as "accountId", published.id as "activityId",
      published.type = 'email' as "isMail", null as day, null as side, published.day as "oldDay",
      published.side as "oldSide", published.thread_id as "oldThreadId", (
        select published.activity_key from account_activity_contributors other
        where other.workspace_id = ${workspaceId} and other.activity_id = contributed.activity_id
          and other.user_id <> ${ownerId} limit 1
      ) as "activityKey"
    from contributed
    -- One lookup for each: the planner cannot know how few they are.
    cross join lateral (
      select account_id, id, activity_key, type, day, side, thread_id from account_activities
      where workspace_id = ${workspaceId} and id = contributed.activity_id offset 0
    ) published`.execute(tx);
  return rows;
}

/**
 * The deleted emails in whose threads emails of others remain, which then have to be grouped again.
 * Other threads go as well, with this step or one of the next.
 */
async function inThreadsOfOthers(
  tx: Connection,
  { ownerId, workspaceId }: Part,
  gone: readonly Change[],
): Promise<Change[]> {
  const threads = new Map(gone.map((one) => [one.oldThreadId ?? '', one]));
  threads.delete('');
  if (threads.size === 0) return [];
  const { rows } = await sql<{ threadId: string }>`
    select given.thread_id as "threadId"
    from unnest(
      ${[...threads.values()].map(({ accountId }) => accountId)}::uuid[],
      ${[...threads.keys()]}::uuid[]
    ) as given(account_id, thread_id)
    where exists (
      select from account_contributors listed
      where listed.workspace_id = ${workspaceId} and listed.account_id = given.account_id
        and listed.user_id <> ${ownerId}
    ) and exists (
      select from (
        -- A larger thread is not divided.
        select id from account_activities
        where workspace_id = ${workspaceId} and account_id = given.account_id
          and thread_id = given.thread_id limit ${largestExactThread}
      ) mail
      cross join lateral (
        select from account_activity_contributors other
        where other.workspace_id = ${workspaceId} and other.activity_id = mail.id
          and other.user_id <> ${ownerId} limit 1
      ) theirs
    )`.execute(tx);
  const ofOthers = new Set(rows.map(({ threadId }) => threadId));
  return gone.filter(({ oldThreadId }) => oldThreadId !== null && ofOthers.has(oldThreadId));
}
