import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { lockOwner } from '#modules/activities/lock-owner.ts';
import { requestWithdrawals } from '#modules/activities/withdrawals.ts';
import { publishStepSize, takeWithdrawalStep } from '#modules/activities/publish-step.ts';
import { takeRefreshStep } from '#modules/activities/refresh-step.ts';
import { readDomains } from './accounts-by-domain.ts';

/**
 * Updates the published activities of an account after its domains changed, in short transactions. Ends the
 * shares of removed domains, one member at a time, and withdraws the activities that only those shares
 * published. Refreshes the rest, because sides and contacts depend on the domains. Can be repeated and
 * interrupted at any time.
 *
 * @returns whether nothing is left to do.
 */
export async function finishDomainChanges(
  db: Database,
  account: AccountKey,
  isOver: () => boolean = () => false,
  stepSize = publishStepSize,
): Promise<boolean> {
  for (;;) {
    const refresh = await db
      .selectFrom('account_refreshes')
      .select('account_id')
      .where('workspace_id', '=', account.workspaceId)
      .where('account_id', '=', account.accountId)
      .executeTakeFirst();
    if (refresh === undefined) return true;
    if (isOver()) return false;
    const ownerId = await nextOwner(db, account);
    if (ownerId !== undefined) await endShares(db, ownerId, account);
    else if (!(await withdrawNext(db, account, stepSize))) {
      await takeRefreshStep(db, account, stepSize);
    }
  }
}

/** A member who shares a domain with an account that no longer has it. */
async function nextOwner(db: Connection, account: AccountKey): Promise<string | undefined> {
  const kept = await readKept(db, account);
  if (kept === undefined) return undefined;
  const { rows } = await sql<{ ownerId: string }>`
    select share.owner_id as "ownerId"
    from domain_shares share
    join domains domain on domain.owner_id = share.owner_id and domain.id = share.domain_id
    where share.workspace_id = ${account.workspaceId} and share.account_id = ${account.accountId}
      and domain.domain <> all(${kept}::text[])
    limit 1`.execute(db);
  return rows[0]?.ownerId;
}

/**
 * Returns the account's domains: their shares are kept. Undefined once the account is merged into another
 * one, which then has its domains and needs no refresh. All of its shares are kept then, and `finishMerge`
 * moves them.
 */
async function readKept(
  db: Connection,
  { workspaceId, accountId }: AccountKey,
): Promise<string[] | undefined> {
  const domains = await readDomains(db, { workspaceId, accountId });
  const isRequested = await db
    .selectFrom('account_refreshes')
    .select('account_id')
    .where('workspace_id', '=', workspaceId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return isRequested && domains;
}

async function endShares(
  db: Database,
  ownerId: string,
  { workspaceId, accountId }: AccountKey,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, ownerId);
    const kept = await readKept(tx, { workspaceId, accountId });
    if (kept === undefined) return;
    const { numAffectedRows = 0n } = await sql`
      delete from domain_shares share using domains domain
      where share.owner_id = ${ownerId} and share.account_id = ${accountId}
        and share.workspace_id = ${workspaceId}
        and domain.owner_id = ${ownerId} and domain.id = share.domain_id
        and domain.domain <> all(${kept}::text[])`.execute(tx);
    // Otherwise another process was faster, and the account may have been deleted.
    if (numAffectedRows > 0n) await requestWithdrawals(tx, ownerId, [{ accountId, workspaceId }]);
  });
}

/** Takes one step of withdrawing the activities that a member no longer shares with the account. */
async function withdrawNext(
  db: Database,
  { workspaceId, accountId }: AccountKey,
  stepSize: number,
): Promise<boolean> {
  const next = await db
    .selectFrom('publish_requests')
    .select('owner_id as ownerId')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'withdrawal')
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return false;
  await takeWithdrawalStep(db, { ownerId: next.ownerId, workspaceId }, stepSize);
  return true;
}
