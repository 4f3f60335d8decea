import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { lockOwner } from '../../activities/lock-owner.ts';
import {
  completeWithdrawals,
  isBeingWithdrawn,
  requestWithdrawals,
} from '#modules/activities/withdrawals.ts';
import { requestShare } from '#modules/activities/request-share.ts';
import { takeShareStep, takeWithdrawalStep } from '#modules/activities/publish-step.ts';
import { readDomains } from '../accounts-by-domain.ts';
import { lockShares } from '../lock-shares.ts';
import { storageOf } from '../storage/account-storage.ts';
import { forgetNoteVersions } from '../editing/note-versions.ts';

interface Merged {
  workspaceId: string;
  /** The account that goes. */
  accountId: string;
}

interface Merge extends Merged {
  intoId: string;
}

/**
 * Moves the shares of a merged account to the account that it was merged into, one member at a time, and
 * withdraws their activities; then removes its row. The usual steps publish the activities in the other
 * account. Can be repeated and interrupted at any time.
 *
 * @returns whether nothing is left to do.
 */
export async function finishMerge(
  db: Database,
  { workspaceId, accountId }: Merged,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  for (;;) {
    const { rows } = await sql<Merge>`
      select workspace_id as "workspaceId", id as "accountId", merged_into as "intoId"
      from workspace_accounts
      where workspace_id = ${workspaceId} and id = ${accountId}
        and merged_into is not null`.execute(db);
    const [merge] = rows;
    if (merge === undefined) return true;
    if (isOver()) return false;
    if (!(await finishMergesInto(db, merge, isOver))) return false;
    await storageOf(db).awaitShares(db, accountId);
    const moved = await moveNext(db, merge, isOver);
    if (moved === 'out of time') return false;
    if (moved === 'moved') continue;
    if (await withdrawNext(db, merge)) continue;
    await removeRow(db, merge);
  }
}

/**
 * Finishes merges into an account that is itself going away: their shares move on with the account's.
 *
 * @returns whether nothing is left to do.
 */
export async function finishMergesInto(
  db: Database,
  { workspaceId, accountId }: Merged,
  isOver: () => boolean,
): Promise<boolean> {
  for (;;) {
    const next = await db
      .selectFrom('workspace_accounts')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('merged_into', '=', accountId)
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return true;
    const isDone =
      !isOver() && (await finishMerge(db, { workspaceId, accountId: next.id }, isOver));
    if (!isDone) return false;
  }
}

/**
 * Publishes the activities of the moved shares in the account that the other one was merged into, step by
 * step; the job does the rest.
 */
export async function beginSharesOf(
  db: Database,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const next = await db
      .selectFrom('publish_requests')
      .select(['owner_id as ownerId', 'id'])
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .where('kind', '=', 'share')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return;
    await takeShareStep(db, next);
  }
}

/** Moves the shares of one member. */
async function moveNext(
  db: Database,
  merge: Merge,
  isOver: () => boolean,
): Promise<'moved' | 'none' | 'out of time'> {
  const next = await db
    .selectFrom('domain_shares')
    .select('owner_id as ownerId')
    .where('workspace_id', '=', merge.workspaceId)
    .where('account_id', '=', merge.accountId)
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return 'none';
  const { ownerId } = next;
  if (await isBeingWithdrawn(db, ownerId, merge.intoId)) {
    const withdrawn = { ownerId, workspaceId: merge.workspaceId };
    if (!(await completeWithdrawals(db, withdrawn, isOver))) return 'out of time';
  }
  await db.transaction().execute((tx) => moveShares(tx, ownerId, merge));
  return 'moved';
}

async function moveShares(
  tx: Connection,
  ownerId: string,
  { workspaceId, accountId, intoId }: Merge,
): Promise<void> {
  await lockOwner(tx, ownerId);
  // The next round completes it.
  if (await isBeingWithdrawn(tx, ownerId, intoId)) return;
  // The account's domains must not change until the shares are stored.
  await sql`
    select from workspace_accounts
    where workspace_id = ${workspaceId} and id = ${intoId} for key share`.execute(tx);
  await lockShares(tx, intoId);
  const domains = await readDomains(tx, { workspaceId, accountId: intoId });
  const { rows } = await sql<{ domainId: string; isMoved: boolean }>`
    with ended as (
      -- Of domains that were removed from one of the accounts meanwhile.
      delete from domain_shares share using domains domain
      where share.workspace_id = ${workspaceId} and share.account_id = ${accountId}
        and share.owner_id = ${ownerId} and domain.owner_id = ${ownerId}
        and domain.id = share.domain_id and domain.domain <> all(${domains}::text[])
      returning share.domain_id
    ), moved as (
      update domain_shares share set account_id = ${intoId} from domains domain
      where share.workspace_id = ${workspaceId} and share.account_id = ${accountId}
        and share.owner_id = ${ownerId} and domain.owner_id = ${ownerId}
        and domain.id = share.domain_id and domain.domain = any(${domains}::text[])
      returning share.domain_id
    )
    select domain_id as "domainId", false as "isMoved" from ended
    union all select domain_id, true from moved`.execute(tx);
  if (rows.length === 0) return;
  await requestWithdrawals(tx, ownerId, [{ workspaceId, accountId }]);
  for (const { domainId, isMoved } of rows) {
    if (isMoved) await requestShare(tx, ownerId, domainId, { workspaceId, accountId: intoId });
  }
}

/** Takes one step of one member's withdrawal from the account. */
async function withdrawNext(db: Database, { workspaceId, accountId }: Merged): Promise<boolean> {
  const next = await db
    .selectFrom('publish_requests')
    .select('owner_id as ownerId')
    .where('workspace_id', '=', workspaceId)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'withdrawal')
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return false;
  await takeWithdrawalStep(db, { ownerId: next.ownerId, workspaceId });
  return true;
}

/** Repeats the condition, since the row may have changed. */
async function removeRow(db: Database, { workspaceId, accountId }: Merged): Promise<void> {
  await forgetNoteVersions(db, { workspaceIds: [workspaceId], accountIds: [accountId] });
  await sql`
    delete from workspace_accounts account
    where workspace_id = ${workspaceId} and id = ${accountId} and merged_into is not null
      and not exists (
        select from workspace_accounts other
        where other.workspace_id = ${workspaceId} and other.merged_into = account.id)
      and ${storageOf(db).isLeft()}`.execute(db);
}
