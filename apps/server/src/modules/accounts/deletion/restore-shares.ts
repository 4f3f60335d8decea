import {
  keepProtections,
  protectBeforeSharing,
} from '#modules/activities/protect-for-workspace.ts';
import { levelNumber } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { lockOwner } from '../../activities/lock-owner.ts';
import { beginShares } from '#modules/activities/publish-requests.ts';
import { completeWithdrawals, isBeingWithdrawn } from '#modules/activities/withdrawals.ts';
import { requestShare } from '#modules/activities/request-share.ts';
import { readDomains } from '../accounts-by-domain.ts';
import { lockShares } from '../lock-shares.ts';
import { isSharer } from '../../users/is-sharer.ts';

/**
 * Begins the shares with a restored account again, one member after the other, and publishes their captured
 * activities; the rest of large domains follows in the background. Skips members who left or share the domain
 * elsewhere. Can be repeated and interrupted at any time.
 *
 * @returns whether nothing is left.
 */
export async function restoreShares(
  db: Database,
  { workspaceId, accountId }: AccountKey,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  for (;;) {
    const { rows } = await sql<{ ownerId: string | null }>`
      select share.owner_id as "ownerId"
      from deleted_accounts deleted
      left join deleted_account_shares share on share.account_id = deleted.account_id
      where deleted.account_id = ${accountId} and deleted.restored_at is not null
      limit 1`.execute(db);
    const [next] = rows;
    if (next === undefined) return true;
    if (isOver()) return false;
    const { ownerId } = next;
    if (ownerId === null) await forgetRestored(db, { workspaceId, accountId });
    else {
      const isPending = await isBeingWithdrawn(db, ownerId, accountId);
      const withdrawn = { ownerId, workspaceId };
      if (isPending && !(await completeWithdrawals(db, withdrawn, isOver))) return false;
      await db
        .transaction()
        .execute((tx) => restoreSharesOf(tx, { ownerId, accountId, workspaceId }));
      if (!isOver()) await beginShares(db, ownerId);
    }
  }
}

interface EndedShare {
  domainId: string;
  level: number;
  /** When it began; null for one that ended before this was stored. */
  at: Date | null;
}

interface OwnShares {
  ownerId: string;
  workspaceId: string;
  accountId: string;
}

async function restoreSharesOf(
  tx: Connection,
  { ownerId, workspaceId, accountId }: OwnShares,
): Promise<void> {
  await lockOwner(tx, ownerId);
  await keepProtections(tx, workspaceId);
  const account = await tx
    .selectFrom('workspace_accounts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    // Until the share is stored, the account cannot be deleted.
    .forKeyShare()
    .executeTakeFirst();
  // Deleted again, or the member is just revoking another share: the next round decides.
  if (account === undefined || (await isBeingWithdrawn(tx, ownerId, accountId))) return;
  const { rows: ended } = await sql<EndedShare>`
    delete from deleted_account_shares
    where account_id = ${accountId} and owner_id = ${ownerId}
    returning domain_id as "domainId", level, shared_at as at`.execute(tx);
  const endedShares = new Map(ended.map((share) => [share.domainId, share]));
  // Also in an archived workspace: the activities shared with it stay complete.
  const { rows: sharers } = await sql`
    select from (select ${workspaceId}::uuid as workspace_id, ${ownerId}::uuid as owner_id) share
    where ${isSharer('share')}`.execute(tx);
  if (sharers.length === 0) return;
  // Another account may have taken a domain on.
  const own = await readDomains(tx, { workspaceId, accountId });
  const { rows } = await sql<{ domainId: string }>`
    select domain.id as "domainId" from domains domain
    where domain.owner_id = ${ownerId} and domain.domain = any(${own}::text[])
      and domain.id = any(${ended.map(({ domainId }) => domainId)}::uuid[])
      and not exists (
        select from domain_shares where owner_id = ${ownerId} and domain_id = domain.id)`.execute(
    tx,
  );
  if (rows.length > 0) await protectBeforeSharing(tx, ownerId, workspaceId);
  await lockShares(tx, accountId);
  for (const { domainId } of rows) {
    await tx
      .insertInto('domain_shares')
      .values({
        owner_id: ownerId,
        domain_id: domainId,
        workspace_id: workspaceId,
        account_id: accountId,
        level: endedShares.get(domainId)?.level ?? levelNumber('activity'),
        // No new share: the member began it before the account was deleted.
        shared_at: endedShares.get(domainId)?.at ?? undefined,
      })
      .execute();
    await requestShare(tx, ownerId, domainId, { workspaceId, accountId });
  }
  if (rows.length > 0) await noteRestored(tx, { ownerId, workspaceId, accountId });
}

/** `mailRestoredShares` tells the owner, unless they restored the account themselves. */
async function noteRestored(
  tx: Connection,
  { ownerId, workspaceId, accountId }: OwnShares,
): Promise<void> {
  const deleted = await tx
    .selectFrom('deleted_accounts')
    .select('restored_by')
    .where('workspace_id', '=', workspaceId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const restoredBy = deleted?.restored_by ?? null;
  if (restoredBy === ownerId) return;
  await sql`
    insert into restored_shares (owner_id, account_id, workspace_id, restored_by)
    values (${ownerId}, ${accountId}, ${workspaceId}, ${restoredBy})
    on conflict (owner_id, account_id) do update
      set (restored_by, restored_at) = (excluded.restored_by, excluded.restored_at)`.execute(tx);
}

/** Unless a deleted account was merged into it meanwhile: its shares are restored as well. */
async function forgetRestored(db: Database, { workspaceId, accountId }: AccountKey): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      select from deleted_accounts
      where workspace_id = ${workspaceId} and account_id = ${accountId} for update`.execute(tx);
    await sql`
      delete from deleted_accounts
      where workspace_id = ${workspaceId} and account_id = ${accountId}
        and restored_at is not null
        and not exists (
          select from deleted_account_shares where account_id = ${accountId})`.execute(tx);
  });
}
