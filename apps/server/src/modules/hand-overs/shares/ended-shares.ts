import { levelNumber } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { forgetEndedShares, type Forgetting } from '#modules/accounts/forget-ended-shares.ts';
import { revokeShares } from '#modules/domains/revoke-shares.ts';
import type { LeavingScope } from '../leaving/stored-hand-over.ts';
import { listOfDeleted, listShares, rememberShares, type Share } from './stored-shares.ts';

/*
 * Shares of a user are in two places: those with living accounts in `domain_shares`, and those that restoring
 * or merging a deleted account begins again in `deleted_account_shares`. A hand-over treats both alike.
 */

/** Lowers the shares with deleted accounts to the level activity: restoring them shows nothing more. */
export async function lowerOfDeleted(
  tx: Connection,
  { id, ...scope }: LeavingScope & { id: string },
): Promise<void> {
  const shares = await listOfDeleted(tx, scope, 1);
  await rememberShares(tx, id, scope.userId, shares);
  await sql`
    update deleted_account_shares share set level = ${levelNumber('activity')}
    from unnest(
      ${shares.map(({ accountId }) => accountId)}::uuid[],
      ${shares.map(({ domainId }) => domainId)}::uuid[]) as given (account_id, domain_id)
    where share.owner_id = ${scope.userId} and share.account_id = given.account_id
      and share.domain_id = given.domain_id`.execute(tx);
}

/**
 * Ends all shares of a scope, wherever they are stored, and requests their withdrawal.
 *
 * @returns the shares as they were.
 */
export async function endShares(
  tx: Connection,
  scope: LeavingScope,
  forgetting: Forgetting = {},
): Promise<Share[]> {
  const { userId, workspaceId } = scope;
  const shares = await listShares(tx, scope);
  const ofDeleted = await listOfDeleted(tx, scope);
  await revokeShares(
    tx,
    userId,
    shares.map(({ domainId }) => domainId),
    forgetting,
  );
  const where = workspaceId === null ? 'everything' : { workspaceId };
  await forgetEndedShares(tx, userId, where, forgetting);
  return [...shares, ...ofDeleted];
}

/**
 * Ends the shares of an erased user, and remembers them for when they come back. Other hand-overs keep what
 * they remember.
 */
export async function endAndRemember(
  tx: Connection,
  { id, ...scope }: LeavingScope & { id: string },
): Promise<void> {
  const ended = await endShares(tx, scope, { keepsLeft: true });
  await rememberShares(tx, id, scope.userId, ended);
}

/**
 * Brings a share back with a deleted account, so that restoring the account begins it as it was.
 *
 * @returns whether its account is a deleted one.
 */
export async function returnWithDeleted(
  tx: Connection,
  ownerId: string,
  { domainId, workspaceId, accountId, level, sharedAt }: Share,
): Promise<boolean> {
  const { rows: merged } = await sql<{ id: string }>`
    select into_account_id as id from merged_accounts
    where workspace_id = ${workspaceId} and account_id = ${accountId}`.execute(tx);
  // Locked, so that it is not forgotten as restored with all its shares.
  const { rows } = await sql<{ id: string }>`
    select account_id as id from deleted_accounts
    where workspace_id = ${workspaceId}
      and account_id = any(${[accountId, ...merged.map(({ id }) => id)]}::uuid[])
    for update`.execute(tx);
  const [deleted] = rows;
  if (deleted === undefined) return false;
  await sql`
    insert into deleted_account_shares (account_id, owner_id, domain_id, level, shared_at)
    values (${deleted.id}, ${ownerId}, ${domainId}, ${level}, ${sharedAt})
    on conflict (account_id, domain_id) do update
      set level = greatest(deleted_account_shares.level, excluded.level)`.execute(tx);
  return true;
}
