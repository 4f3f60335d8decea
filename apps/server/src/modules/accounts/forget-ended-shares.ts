import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

export interface Forgetting {
  /** Whether what hand-overs ended stays remembered, for another hand-over that lies on top of them. */
  keepsLeft?: boolean;
}

/**
 * Deletes the record of a user's shares with deleted accounts and of those that a hand-over ended, so that
 * restoring or merging an account, or bringing the user back, does not share it again. Every withdrawal of
 * the user's rights calls it: for domains that are no longer shared or tracked, or are shared again, and for
 * a workspace that the user leaves. The caller has locked the user.
 *
 * @returns the workspaces of those shares.
 */
export async function forgetEndedShares(
  tx: Connection,
  userId: string,
  of: { domainIds: readonly string[] } | { workspaceId: string } | 'everything',
  { keepsLeft = false }: Forgetting = {},
): Promise<Set<string>> {
  // Without the accounts, which are read afterwards: one of these shares may just be moving to another account.
  const which =
    of === 'everything'
      ? sql`true`
      : 'domainIds' in of
        ? sql`domain_id = any(${of.domainIds}::uuid[])`
        : sql`account_id in (
            select account_id from deleted_accounts where workspace_id = ${of.workspaceId})`;
  // The shares that would return with the user after a hand-over.
  const ofLeaver =
    of === 'everything'
      ? sql`true`
      : 'domainIds' in of
        ? sql`domain_id = any(${of.domainIds}::uuid[])`
        : sql`workspace_id = ${of.workspaceId}`;
  const { rows: left } = await sql<{ id: string }>`
    delete from left_shares where owner_id = ${userId} and ${ofLeaver} and not ${keepsLeft}::boolean
    returning workspace_id as id`.execute(tx);
  const ended = new Set(left.map(({ id }) => id));
  const { rows } = await sql<{ accountId: string }>`
    delete from deleted_account_shares where owner_id = ${userId} and ${which}
    returning account_id as "accountId"`.execute(tx);
  if (rows.length === 0) return ended;
  const { rows: workspaces } = await sql<{ id: string }>`
    select distinct workspace_id as id from deleted_accounts
    where account_id = any(${rows.map(({ accountId }) => accountId)}::uuid[])`.execute(tx);
  return new Set([...ended, ...workspaces.map(({ id }) => id)]);
}
