import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { ownerNow } from '#modules/listed-accounts/owner-now.ts';
import { requireAccount } from './reading/find-account.ts';

/** An account that is locked to be changed, and its workspace as the audit log names it. */
export interface LockedAccount {
  id: string;
  workspaceId: string;
  name: string;
  domain: string;
  createdBy: string | null;
  createdAt: Date;
  /** The owner whom everyone sees. */
  accountOwnerId: string | null;
  /** The stored one, who may have left a moment ago. */
  storedOwnerId: string | null;
  note: string;
  scope: string;
}

/**
 * Locks an account that a user may see, so that one transaction at a time renames or deletes it
 * and no domain is shared with it meanwhile.
 *
 * @throws AppError NOT_FOUND for everyone else, and once it is deleted.
 */
export async function lockOwnAccount(
  tx: Connection,
  userId: string,
  accountId: string,
): Promise<LockedAccount> {
  const { workspaceId } = await requireAccount(tx, userId, accountId);
  const { rows } = await sql<LockedAccount>`
    select account.id, account.workspace_id as "workspaceId", account.name, account.domain,
      account.created_by as "createdBy", account.created_at as "createdAt",
      ${ownerNow(sql`${workspaceId}::uuid`, sql`account.account_owner_id`)} as "accountOwnerId",
      account.account_owner_id as "storedOwnerId", account.note,
      ${scopeOfWorkspace} as scope
    from workspace_accounts account
    join workspaces workspace on workspace.id = account.workspace_id
    join organizations organization on organization.id = workspace.organization_id
    where account.workspace_id = ${workspaceId} and account.id = ${accountId}
      and account.deleted_at is null
    for update of account`.execute(tx);
  const [account] = rows;
  if (account === undefined) throw notFound('Account');
  return account;
}

/** The workspace as the audit log names it. */
export async function readScope(tx: Connection, workspaceId: string): Promise<string> {
  const { rows } = await sql<{ scope: string }>`
    select ${scopeOfWorkspace} as scope from workspaces workspace
    join organizations organization on organization.id = workspace.organization_id
    where workspace.id = ${workspaceId}`.execute(tx);
  return rows[0]?.scope ?? '';
}

/** `organization/workspace`, of rows so named. */
export const scopeOfWorkspace = sql<string>`organization.slug || '/' || workspace.slug`;
