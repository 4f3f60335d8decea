import { levelOfNumber } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/create-database.ts';
import { storageOf } from '../accounts/storage/account-storage.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import {
  keepProtections,
  protectBeforeSharing,
} from '../activities/protected/protect-for-workspace.ts';
import { completeWithdrawals, isBeingWithdrawn } from '../activities/publishing/withdrawals.ts';
import { requestShare } from '../activities/publishing/request-share.ts';
import { changeShareLevel } from '../domains/set-share-level.ts';
import { findOwnDomain } from '../domains/find-own-domain.ts';
import { LoweringWaits } from './lowering-waits.ts';
import { type LeavingScope, lockHandOver, type StoredHandOver } from './stored-hand-over.ts';

interface Share {
  domainId: string;
  workspaceId: string;
  accountId: string;
  level: number;
  sharedAt: Date;
}

/** The shares that a user leaves. */
export const listShares = (
  tx: Connection,
  { userId, workspaceId }: LeavingScope,
): Promise<Share[]> => readShares(tx, userId, workspaceId, 0);

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
 * @returns whether none was left.
 */
export async function takeReturningStep(
  db: Database,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const next = await findLeft(db, id);
  if (next !== undefined && (await isBeingWithdrawn(db, userId, next.accountId))) {
    await completeWithdrawals(db, { ownerId: userId, workspaceId: next.workspaceId });
  }
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, userId);
    const found = await lockHandOver(tx, { id });
    if (found?.state !== 'returning') return true;
    const share = await findLeft(tx, id);
    if (share === undefined) {
      await tx.deleteFrom('hand_overs').where('id', '=', id).execute();
      return true;
    }
    // Another withdrawal began meanwhile: the next step completes it.
    if (await isBeingWithdrawn(tx, userId, share.accountId)) return false;
    await bringBack(tx, userId, share);
    await tx
      .deleteFrom('left_shares')
      .where('hand_over_id', '=', id)
      .where('domain_id', '=', share.domainId)
      .execute();
    return false;
  });
}

/** Leaves out what cannot be as it was: a domain that is shared elsewhere, an account that is gone. */
async function bringBack(tx: Connection, ownerId: string, left: Share): Promise<void> {
  const { domainId, workspaceId, level, sharedAt } = left;
  const own = await findOwnDomain(tx, ownerId, domainId).catch(() => undefined);
  if (own === undefined) return;
  const lowered = own.share;
  if (lowered !== undefined) {
    const isLowered = lowered.workspaceId === workspaceId && lowered.level === 'activity';
    if (!isLowered || level === 0) return;
    const was = { userId: ownerId, domainId, level: levelOfNumber(level) };
    await changeShareLevel(tx, was, lowered);
    return;
  }
  await keepProtections(tx, workspaceId);
  const accountId = await lockAccount(tx, left);
  if (accountId === undefined) return;
  await protectBeforeSharing(tx, ownerId, workspaceId);
  await storageOf(tx).lockShares(tx, accountId);
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

const findLeft = (db: Connection, handOverId: string): Promise<Share | undefined> =>
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
    .orderBy('domain_id')
    .limit(1)
    .executeTakeFirst();

async function readShares(
  tx: Connection,
  ownerId: string,
  workspaceId: string | null,
  minLevel: number,
  { limit, but = [] }: { limit?: number; but?: readonly string[] } = {},
): Promise<Share[]> {
  return tx
    .selectFrom('domain_shares')
    .select([
      'domain_id as domainId',
      'workspace_id as workspaceId',
      'account_id as accountId',
      'level',
      'shared_at as sharedAt',
    ])
    .where('owner_id', '=', ownerId)
    .where('level', '>=', minLevel)
    .$if(workspaceId !== null, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
    .$if(but.length > 0, (query) => query.where('domain_id', 'not in', but))
    .orderBy('domain_id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

/** Remembers shares as they are, until the user comes back or has left. */
export async function rememberShares(
  tx: Connection,
  handOverId: string,
  ownerId: string,
  shares: readonly Share[],
): Promise<void> {
  if (shares.length === 0) return;
  await sql`
    insert into left_shares (
      hand_over_id, owner_id, domain_id, workspace_id, account_id, level, shared_at)
    select ${handOverId}::uuid, ${ownerId}::uuid, given.* from unnest(
      ${shares.map(({ domainId }) => domainId)}::uuid[],
      ${shares.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${shares.map(({ accountId }) => accountId)}::uuid[],
      ${shares.map(({ level }) => level)}::smallint[],
      ${shares.map(({ sharedAt }) => sharedAt)}::timestamptz[]) as given
    on conflict do nothing`.execute(tx);
}
