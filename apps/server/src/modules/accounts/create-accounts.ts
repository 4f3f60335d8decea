import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { listNewAccounts } from './create-account.ts';

export interface AccountToCreate {
  /** Normalised. */
  domain: string;
  name: string;
  accountOwnerId: string | null;
  note: string;
}

/**
 * Creates the accounts of several domains. The caller has locked the workspace, and has checked that the
 * domains belong to no other account and that there is room for the accounts.
 *
 * @returns the number of accounts.
 */
export async function createAccounts(
  tx: Connection,
  {
    workspaceId,
    creatorId,
    accounts,
  }: { workspaceId: string; creatorId: string; accounts: readonly AccountToCreate[] },
): Promise<number> {
  if (accounts.length === 0) return 0;
  const { rows } = await sql<{ id: string }>`
    insert into workspace_accounts
      (workspace_id, domain, name, created_by, account_owner_id, note)
    select ${workspaceId}, domain, name, ${creatorId}, account_owner_id, note
    from unnest(
      ${accounts.map(({ domain }) => domain)}::text[],
      ${accounts.map(({ name }) => name)}::text[],
      ${accounts.map(({ accountOwnerId }) => accountOwnerId)}::uuid[],
      ${accounts.map(({ note }) => note)}::text[]
    ) as given(domain, name, account_owner_id, note)
    returning id`.execute(tx);
  await sql`
    update workspaces set account_count = account_count + ${rows.length}
    where id = ${workspaceId}`.execute(tx);
  await listNewAccounts(
    tx,
    workspaceId,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/** Reads how many accounts a workspace can still have; exact while the caller has locked it. */
export async function readAccountCapacity(db: Connection, workspaceId: string): Promise<number> {
  const { account_count: accounts } = await db
    .selectFrom('workspaces')
    .select('account_count')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Math.max(0, limits.workspaceAccounts - accounts);
}
