import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Database } from '#platform/database/create-database.ts';
import { finishDomainChanges } from '../finish-domain-changes.ts';
import { continueRelease, type OwnerKey } from '#modules/listed-accounts/release-owned-accounts.ts';
import { finishMerge } from '../merging/finish-merge.ts';
import { finishDeletion } from './finish-deletion.ts';
import { restoreShares } from './restore-shares.ts';
import { forgetNoteVersions } from '../editing/note-versions.ts';
import { forgetTags } from '../tags/unite-tags.ts';

/** The duration of one job; the rest is left to the next one. */
const runMs = 60_000;
/** The part of it for one account, so that a large account does not take the time of all others. */
const accountMs = 5_000;
/** Accounts removed for good in one statement. */
const batchSize = 1_000;

/**
 * Continues deletions, merges, restorations, changes of domains and releases of owned accounts that a request did
 * not finish in time, or whose process ended. Removes accounts that can no longer be restored. A failure for one
 * account is logged and does not stop the others.
 *
 * @returns whether more can be done at once. A failed account waits for the next run.
 */
export async function continueAccountChanges(
  { db, log }: Pick<Context, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<boolean> {
  let isLeft = false;
  const end = performance.now() + runMs;
  const isOver = () => signal?.aborted === true || performance.now() > end;
  const finishEach = async <Key extends AccountKey | OwnerKey>(
    accounts: readonly Key[],
    finish: Finish<Key>,
  ) => {
    for (const account of accounts) {
      if (isOver()) {
        isLeft = true;
        return;
      }
      const accountEnd = performance.now() + accountMs;
      try {
        const isDone = await finish(db, account, () => isOver() || performance.now() > accountEnd);
        isLeft ||= !isDone;
      } catch (error) {
        const key: AccountKey | OwnerKey = account;
        log.error({ ...key, err: error }, 'the change of an account could not be finished');
      }
    }
  };
  const { rows: gone } = await sql<AccountKey & { isMerged: boolean }>`
    select workspace_id as "workspaceId", id as "accountId", merged_into is not null as "isMerged"
    from workspace_accounts where deleted_at is not null
    order by deleted_at limit ${batchSize}`.execute(db);
  const [merged = [], deleted = []] = [true, false].map((isMerged) =>
    gone.filter((account) => account.isMerged === isMerged),
  );
  await finishEach(merged, finishMerge);
  await finishEach(deleted, finishDeletion);
  const { rows: restored } = await sql<AccountKey>`
    select workspace_id as "workspaceId", account_id as "accountId" from deleted_accounts
    where restored_at is not null order by deleted_at limit ${batchSize}`.execute(db);
  await finishEach(restored, restoreShares);
  // When they were requested is not stored: in a random order each gets its turn.
  const { rows: refreshed } = await sql<AccountKey>`
    select workspace_id as "workspaceId", account_id as "accountId" from account_refreshes
    order by random() limit ${batchSize}`.execute(db);
  await finishEach(refreshed, finishDomainChanges);
  const { rows: released } = await sql<OwnerKey>`
    select workspace_id as "workspaceId", user_id as "userId" from owner_releases
    order by random() limit ${batchSize}`.execute(db);
  await finishEach(released, continueRelease);
  await removeForGood(db, isOver);
  return isLeft;
}

/** Whether a change of any account was begun and is not finished. */
export async function hasAccountChanges(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isLeft: boolean }>`
    select exists (select from workspace_accounts where deleted_at is not null)
      or exists (select from deleted_accounts where restored_at is not null)
      or exists (select from account_refreshes)
      or exists (select from owner_releases) as "isLeft"`.execute(db);
  return rows[0]?.isLeft === true;
}

/** Finishes the change of an account or of an owner's accounts, or as much of it as the time allows. */
type Finish<Key> = (db: Database, account: Key, isOver: () => boolean) => Promise<boolean>;

/** At least one batch, also when the accounts took all the time. */
async function removeForGood(db: Database, isOver: () => boolean): Promise<void> {
  let after = firstId;
  do {
    const { rows: old } = await sql<AccountKey>`
      select workspace_id as "workspaceId", account_id as "accountId" from deleted_accounts
      where restored_at is null
        and deleted_at <= now() - make_interval(days => ${limits.restorableDays})
        and account_id > ${after}
      order by account_id limit ${batchSize}`.execute(db);
    const last = old.at(-1);
    if (last === undefined) return;
    // On a cluster, accounts and deleted accounts are on different nodes.
    const { rows: left } = await sql<{ id: string }>`
      select id from workspace_accounts
      where workspace_id = any(${[...new Set(old.map(({ workspaceId }) => workspaceId))]}::uuid[])
        and id = any(${old.map(({ accountId }) => accountId)}::uuid[])`.execute(db);
    const isLeft = new Set(left.map(({ id }) => id));
    const gone = old.map(({ accountId }) => accountId).filter((id) => !isLeft.has(id));
    const removed = {
      workspaceIds: [...new Set(old.map(({ workspaceId }) => workspaceId))],
      accountIds: gone,
    };
    await forgetNoteVersions(db, removed);
    await forgetTags(db, removed);
    await sql`
      delete from deleted_accounts
      where account_id = any(${gone}::uuid[]) and restored_at is null
        and deleted_at <= now() - make_interval(days => ${limits.restorableDays})`.execute(db);
    if (old.length < batchSize) return;
    after = last.accountId;
  } while (!isOver());
}

const firstId = '00000000-0000-0000-0000-000000000000';
