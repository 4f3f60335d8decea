import { plural } from '@repo/domain/text/plural';
import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';

/*
 * Accounts under a legal hold (docs/decisions/legal-hold.md). Retention and deletion leave their activities alone.
 * Whatever deletes asks here.
 */

const WHO_LIFTS = 'An owner of the workspace or an administrator can lift the hold.';

/** @throws AppError CONFLICT for an account under a legal hold. */
export async function requireNotHeld(
  tx: Connection,
  { workspaceId, accountId, name }: AccountKey & { name: string },
  happening: string,
): Promise<void> {
  const { rows } = await sql`
    select from account_holds
    where workspace_id = ${workspaceId} and account_id = ${accountId}`.execute(tx);
  if (rows.length === 0) return;
  throw new AppError(
    'CONFLICT',
    `${name} is under a legal hold and cannot be ${happening}. ${WHO_LIFTS}`,
  );
}

/**
 * Refuses to withdraw a user's shares while an account under a legal hold has some of them.
 *
 * @param workspaceId of one workspace; of all if null.
 * @throws AppError CONFLICT, which names no account: the caller may not be a member of its workspace.
 */
export async function requireNoHeldShares(
  tx: Connection,
  { ownerId, workspaceId }: { ownerId: string; workspaceId: string | null },
  user: { name: string },
  happening: string,
): Promise<void> {
  const held = await readHeldShares(tx, ownerId);
  const concerned = held.filter((one) => workspaceId === null || one.workspaceId === workspaceId);
  if (concerned.length === 0) return;
  const accounts = new Set(concerned.map(({ accountId }) => accountId)).size;
  throw new AppError(
    'CONFLICT',
    `Shares of ${user.name} with ${plural(accounts, 'account', 'accounts')} are under a legal hold, so ${happening}. ${WHO_LIFTS}`,
  );
}

/** A domain that a user shares with an account under a legal hold. */
interface HeldShare extends AccountKey {
  domainId: string;
}

export async function readHeldShares(db: Connection, ownerId: string): Promise<HeldShare[]> {
  const { rows } = await sql<HeldShare>`
    select share.workspace_id as "workspaceId", share.account_id as "accountId",
      share.domain_id as "domainId"
    from domain_shares share
    join account_holds hold
      on hold.workspace_id = share.workspace_id and hold.account_id = share.account_id
    where share.owner_id = ${ownerId}`.execute(db);
  return rows;
}
