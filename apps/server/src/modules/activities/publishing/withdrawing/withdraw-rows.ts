import { sql } from 'kysely';
import { noteEntries } from '#modules/listed-accounts/note-entries.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { Change, Touched } from '../change.ts';
import { removeFormerContributors } from '../refresh-contributors.ts';
import { refreshDays } from '../refresh-days.ts';
import { refreshAcceptable } from '../refresh-published.ts';
import { requestActivities } from '../request-activities.ts';
import { largestExactThread, refreshThreads } from '../refresh-threads.ts';
import type { Unshared } from '../storage/publishing-storage.ts';
import { storageOf } from '../storage/storage-of.ts';
import { emptyAccounts } from './empty-accounts.ts';
import { summarizeAccounts } from '../summarize-accounts.ts';

/** Activities that only one person contributes are deleted this many times as fast as others change. */
const OWN_AT_ONCE = 4;
/** The limit for all activities if those of others are hidden instead of changed. */
export const HIDDEN_AT_ONCE = 40;

/**
 * The treatment of activities that others contribute as well. Either another user's copy is shown in the same
 * transaction; or the activity is hidden, which is many times as fast, until the job publishes the other
 * copies.
 */
export type OfOthers = 'shown' | 'hidden';

interface Withdrawal {
  ownerId: string;
  workspaceId: string;
  accountIds: readonly string[];
}

interface Part extends Omit<Withdrawal, 'accountIds'> {
  /** Whether the owner still shares another domain with the accounts, so that activities of their own stay. */
  isPart?: boolean;
}

/**
 * The effects of deleting an activity, and its other contributors, if a copy of one of them is to be shown.
 */
interface Contributed extends Change {
  activityKey: string;
  others: string[];
}

/**
 * Withdraws the next activities that a person contributes to accounts that they share nothing with.
 * Activities that no one else contributes are deleted. The others show another member's copy, unless it has
 * to be hidden or the database refuses it (`hideActivities`). The caller has locked the accounts.
 */
export async function withdrawRows(
  tx: Connection,
  withdrawal: Withdrawal,
  { stepSize, ofOthers: mode }: { stepSize: number; ofOthers: OfOthers },
  now: Date,
): Promise<void> {
  const { workspaceId } = withdrawal;
  const unshared = await storageOf(tx).unshared(tx, withdrawal);
  const { accountIds } = unshared;
  await emptyAccounts(tx, { ...withdrawal, ...unshared }, now);
  const limit = stepSize * (mode === 'hidden' ? HIDDEN_AT_ONCE : OWN_AT_ONCE);
  const rows = await findContributed(tx, { ...withdrawal, ...unshared }, limit, mode);
  if (rows.length === 0) return deleteStrays(tx, { ...withdrawal, accountIds });
  if (mode === 'hidden') return hide(tx, withdrawal, rows, now);
  const own = rows.filter(({ others }) => others.length === 0);
  await deleteActivities(tx, withdrawal, own, now);
  const ofOthers = rows
    .filter(({ others }) => others.length > 0)
    .map(({ accountId, activityKey }): Touched => ({ workspaceId, accountId, activityKey }));
  const { refused } = await refreshAcceptable(tx, ofOthers.slice(0, stepSize), now, 'deferred');
  await hideActivities(tx, withdrawal, refused, now);
}

/**
 * Withdraws activities that others contribute as well and that cannot be shown from their copies now, because
 * there are too many or the database refuses one. The owner's copy disappears in any case. The other copies
 * are requested, and the job publishes them, or reports why it cannot. The caller has locked the accounts.
 *
 * With `isPart`, the owner may still share another copy, which is requested as well.
 */
export async function hideActivities(
  tx: Connection,
  { ownerId, workspaceId, isPart = false }: Part,
  hidden: readonly Touched[],
  now: Date,
): Promise<void> {
  if (hidden.length === 0) return;
  const { rows } = await sql<Contributed>`
    select published.account_id as "accountId", published.id as "activityId",
      published.activity_key as "activityKey", published.type = 'email' as "isRethreaded", null as day,
      null as side, published.day as "oldDay", published.side as "oldSide",
      published.thread_id as "oldThreadId", array(
        select distinct user_id from account_activity_contributors other
        where other.workspace_id = ${workspaceId} and other.activity_id = published.id
          and (other.user_id <> ${ownerId} or ${isPart})
      ) as others
    from unnest(
      ${hidden.map(({ accountId }) => accountId)}::uuid[],
      ${hidden.map(({ activityKey }) => activityKey)}::uuid[]
    ) as given(account_id, activity_key)
    join account_activities published on published.workspace_id = ${workspaceId}
      and published.id = published_id(given.account_id, given.activity_key)`.execute(tx);
  await hide(tx, { ownerId, workspaceId, isPart }, rows, now);
}

/** Deletes activities, and requests the copies of their other contributors. */
async function hide(
  tx: Connection,
  part: Part,
  rows: readonly Contributed[],
  now: Date,
): Promise<void> {
  const { workspaceId } = part;
  const requested = rows.flatMap(({ accountId, activityKey, others }) =>
    others.map((other) => ({ other, touched: { workspaceId, accountId, activityKey } })),
  );
  for (const [other, of] of Map.groupBy(requested, (one) => one.other)) {
    await requestActivities(
      tx,
      other,
      of.map(({ touched }) => touched),
    );
  }
  await deleteActivities(tx, part, rows, now);
}

/**
 * Deletes contributions to missing activities. No key of the database prevents them, and a withdrawal is
 * complete when the user contributes nothing.
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

/** Deletes published activities, and everything derived from them. */
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
  // A list of ids instead of a join: on a cluster, without fixed statistics of tenants, the planner may
  // compare each row of a new workspace with each row to delete.
  await sql`
    delete from account_activities
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`.execute(tx);
  await noteEntries(tx, workspaceId, 'activity', ids);
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
  await refreshThreads(
    tx,
    workspaceId,
    part.isPart === true ? gone : await inThreadsOfOthers(tx, part, gone),
  );
  await refreshDays(tx, workspaceId, gone);
  await removeFormerContributors(tx, workspaceId, accountIds);
  await summarizeAccounts(tx, workspaceId, accountIds, now);
}

/** The next activities that the owner contributes. */
async function findContributed(
  tx: Connection,
  { ownerId, workspaceId, accountIds, isUnshared }: Withdrawal & Unshared,
  limit: number,
  mode: OfOthers,
): Promise<Contributed[]> {
  const { rows } = await sql<Contributed>`
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
      published.type = 'email' as "isRethreaded", null as day, null as side, published.day as "oldDay",
      published.side as "oldSide", published.thread_id as "oldThreadId",
      published.activity_key as "activityKey", array(
        select ${mode === 'hidden' ? sql`distinct` : sql``} user_id from account_activity_contributors other
        where other.workspace_id = ${workspaceId} and other.activity_id = contributed.activity_id
          and other.user_id <> ${ownerId} ${mode === 'hidden' ? sql`` : sql`limit 1`}
      ) as others
    from contributed
    -- One lookup for each: the planner cannot know how few they are.
    cross join lateral (
      select account_id, id, activity_key, type, day, side, thread_id from account_activities
      where workspace_id = ${workspaceId} and id = contributed.activity_id offset 0
    ) published`.execute(tx);
  return rows;
}

/**
 * The deleted emails with other users' emails left in their threads, which then have to be grouped again.
 * Other threads are deleted as well, with this step or one of the next.
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
