import { levelOfNumber } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { readDomains } from '#modules/accounts/accounts-by-domain.ts';
import { lockShares } from '#modules/accounts/lock-shares.ts';
import { limitWait } from '#modules/activities/limit-wait.ts';
import { lockOwner } from '#modules/activities/lock-owner.ts';
import {
  keepProtections,
  protectBeforeSharing,
} from '#modules/activities/protect-for-workspace.ts';
import { completeWithdrawals, isBeingWithdrawn } from '#modules/activities/withdrawals.ts';
import { requestShare } from '#modules/activities/request-share.ts';
import { changeShareLevel } from '#modules/domains/set-share-level.ts';
import { findOwnDomain } from '#modules/domains/find-own-domain.ts';
import { lowerOfDeleted, returnWithDeleted } from './ended-shares.ts';
import { listLeftToUser } from './left-to-user.ts';
import { LoweringWaits } from './lowering-waits.ts';
import { lockHandOver, type StoredHandOver } from '../leaving/stored-hand-over.ts';
import { readShares, rememberShares, type Share } from './stored-shares.ts';

/**
 * Lowers the next share of a redacted user to the level activity.
 *
 * @returns whether none was left, apart from those that wait for others.
 */
export function takeLoweringStep(
  db: Database,
  handed: StoredHandOver,
  waits: LoweringWaits = new LoweringWaits(),
): Promise<boolean> {
  const { id, userId, workspaceId } = handed;
  return waits.step(db, async (tx, begin) => {
    await lockOwner(tx, userId);
    const found = await lockHandOver(tx, { id });
    if (found?.state !== 'lowering') return true;
    const [share] = await readShares(tx, userId, workspaceId, 1, { limit: 1, but: waits.left });
    if (share === undefined) {
      if (waits.left.length > 0) return true;
      // An account may have been deleted since the hand-over began.
      await lowerOfDeleted(tx, found);
      await tx.updateTable('hand_overs').set({ state: 'leaving' }).where('id', '=', id).execute();
      return true;
    }
    begin(share.domainId);
    await rememberShares(tx, id, userId, [share]);
    const { domainId, level, ...of } = share;
    await changeShareLevel(
      tx,
      { userId, domainId, level: 'activity' },
      { ...of, level: levelOfNumber(level) },
      waits.waitMs,
    );
    return false;
  });
}

/**
 * Brings back the next share of a returning user, at its level, with the hand-over's end after the last one.
 *
 * @param isOver whether to leave a withdrawal that is still to be completed before it to the job.
 * @returns whether none was left, apart from those that wait for others.
 */
export async function takeReturningStep(
  db: Database,
  { id, userId }: { id: string; userId: string },
  waits: LoweringWaits = new LoweringWaits(),
  isOver: () => boolean = () => false,
): Promise<boolean> {
  const next = await findLeft(db, id, waits.left);
  if (next !== undefined && (await isBeingWithdrawn(db, userId, next.accountId))) {
    const { domainId, workspaceId } = next;
    const of = { ownerId: userId, workspaceId };
    try {
      await completeWithdrawals(db, of, isOver, waits.waitMs);
    } catch (error) {
      waits.leaveOut(domainId, error);
      return false;
    }
  }
  return waits.step(db, async (tx, begin) => {
    await lockOwner(tx, userId);
    const found = await lockHandOver(tx, { id });
    if (found?.state !== 'returning') return true;
    const share = await findLeft(tx, id, waits.left);
    if (share === undefined) {
      if (waits.left.length === 0) await tx.deleteFrom('hand_overs').where('id', '=', id).execute();
      return true;
    }
    // Another withdrawal began meanwhile: the next step completes it.
    if (await isBeingWithdrawn(tx, userId, share.accountId)) return false;
    begin(share.domainId);
    await limitWait(tx, waits.waitMs);
    const isLeftToUser = (await listLeftToUser(tx, found, [share.domainId])).length > 0;
    if (!isLeftToUser) await bringBack(tx, userId, share, waits.waitMs);
    await tx
      .deleteFrom('left_shares')
      .where('hand_over_id', '=', id)
      .where('domain_id', '=', share.domainId)
      .execute();
    return false;
  });
}

/**
 * Leaves out what cannot be as it was: a domain that is shared elsewhere or belongs to another account, an
 * account that is gone.
 */
async function bringBack(
  tx: Connection,
  ownerId: string,
  left: Share,
  waitMs: number,
): Promise<void> {
  const { domainId, workspaceId, level, sharedAt } = left;
  const own = await findOwnDomain(tx, ownerId, domainId).catch(() => undefined);
  if (own === undefined) return;
  const lowered = own.share;
  if (lowered !== undefined) {
    const isLowered = lowered.workspaceId === workspaceId && lowered.level === 'activity';
    if (!isLowered || level === 0) return;
    const was = { userId: ownerId, domainId, level: levelOfNumber(level) };
    await changeShareLevel(tx, was, lowered, waitMs);
    return;
  }
  await keepProtections(tx, workspaceId);
  const accountId = await lockAccount(tx, left);
  if (accountId === undefined) {
    await returnWithDeleted(tx, ownerId, left);
    return;
  }
  // Another account may have it by now.
  const domains = await readDomains(tx, { workspaceId, accountId });
  if (!domains.includes(own.domain)) return;
  await protectBeforeSharing(tx, ownerId, workspaceId);
  await lockShares(tx, accountId);
  await tx
    .insertInto('domain_shares')
    .values({
      owner_id: ownerId,
      domain_id: domainId,
      workspace_id: workspaceId,
      account_id: accountId,
      level,
      shared_at: sharedAt,
    })
    .execute();
  await requestShare(tx, ownerId, domainId, { workspaceId, accountId });
}

/** The account, or the one that it was merged into; it cannot be deleted until the transaction ends. */
async function lockAccount(
  tx: Connection,
  { workspaceId, accountId }: Share,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from workspace_accounts
    where workspace_id = ${workspaceId} and deleted_at is null and merged_into is null
      and id in (${accountId}, (
        select into_account_id from merged_accounts
        where workspace_id = ${workspaceId} and account_id = ${accountId}))
    for key share`.execute(tx);
  return rows[0]?.id;
}

const findLeft = (
  db: Connection,
  handOverId: string,
  but: readonly string[] = [],
): Promise<Share | undefined> =>
  db
    .selectFrom('left_shares')
    .select([
      'domain_id as domainId',
      'workspace_id as workspaceId',
      'account_id as accountId',
      'level',
      'shared_at as sharedAt',
    ])
    .where('hand_over_id', '=', handOverId)
    .$if(but.length > 0, (query) => query.where('domain_id', 'not in', but))
    .orderBy('domain_id')
    .limit(1)
    .executeTakeFirst();
