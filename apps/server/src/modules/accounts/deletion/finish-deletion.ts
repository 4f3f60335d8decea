import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Database } from '#platform/database/create-database.ts';
import { lockOwner } from '../../activities/lock-owner.ts';
import { requestWithdrawals } from '#modules/activities/withdrawals.ts';
import { takeWithdrawalStep } from '#modules/activities/publish-step.ts';
import { finishMergesInto } from '../merging/finish-merge.ts';
import { storageOf } from '../storage/account-storage.ts';

/**
 * Ends the shares with a deleted account and withdraws their activities, in short transactions; then removes
 * its row, which frees the domain. Can be repeated and interrupted at any time.
 *
 * @returns whether nothing is left.
 */
export async function finishDeletion(
  db: Database,
  { workspaceId, accountId }: AccountKey,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  for (;;) {
    const account = await db
      .selectFrom('workspace_accounts')
      .select(sql<string>`deleted_at::text`.as('deletedAt'))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', accountId)
      .where('deleted_at', 'is not', null)
      .where('merged_into', 'is', null)
      .executeTakeFirst();
    if (account === undefined) return true;
    if (isOver()) return false;
    const given = { workspaceId, accountId };
    // An account that is being merged into this one moves its shares here first.
    if (!(await finishMergesInto(db, given, isOver))) return false;
    await storageOf(db).awaitShares(db, accountId);
    if (await endNextShare(db, given)) continue;
    if (await withdrawNext(db, given)) continue;
    await removeRow(db, given, account.deletedAt);
  }
}

/** Ends the share of one member; restoring the account begins it again. */
async function endNextShare(
  db: Database,
  { accountId, workspaceId }: AccountKey,
): Promise<boolean> {
  const next = await db
    .selectFrom('domain_shares')
    .select('owner_id as ownerId')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return false;
  const { ownerId } = next;
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, ownerId);
    // Another process may have finished, and a member may have restored the account since.
    const deleted = await tx
      .selectFrom('workspace_accounts')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', accountId)
      .where('deleted_at', 'is not', null)
      .forKeyShare()
      .executeTakeFirst();
    if (deleted === undefined) return;
    const { rows: ended } = await sql<{ domainId: string; level: number; at: Date }>`
      delete from domain_shares
      where owner_id = ${ownerId} and account_id = ${accountId}
      returning domain_id as "domainId", level, shared_at as at`.execute(tx);
    if (ended.length === 0) return;
    await sql`
      insert into deleted_account_shares (account_id, owner_id, domain_id, level, shared_at)
      select ${accountId}, ${ownerId}, domain_id, level, shared_at
      from unnest(
        ${ended.map(({ domainId }) => domainId)}::uuid[],
        ${ended.map(({ level }) => level)}::smallint[],
        ${ended.map(({ at }) => at)}::timestamptz[]
      ) as given(domain_id, level, shared_at)
      on conflict (account_id, domain_id) do update
        set (level, shared_at) = (excluded.level, excluded.shared_at)`.execute(tx);
    await requestWithdrawals(tx, ownerId, [{ accountId, workspaceId }]);
  });
  return true;
}

/** Takes a step of one member's withdrawal from the account. */
async function withdrawNext(
  db: Database,
  { workspaceId, accountId }: AccountKey,
): Promise<boolean> {
  const next = await db
    .selectFrom('publish_requests')
    .select('owner_id as ownerId')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'withdrawal')
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return false;
  await takeWithdrawalStep(db, { ownerId: next.ownerId, workspaceId });
  return true;
}

/** Repeats the condition, because a restored account has the same id. */
async function removeRow(
  db: Database,
  { workspaceId, accountId }: AccountKey,
  deletedAt: string,
): Promise<void> {
  await sql`
    delete from workspace_accounts account
    where workspace_id = ${workspaceId} and id = ${accountId} and deleted_at is not null
      and merged_into is null
      and not exists (
        select from workspace_accounts other
        where other.workspace_id = ${workspaceId} and other.merged_into = account.id)
      and ${storageOf(db).isLeft(deletedAt)}`.execute(db);
}
