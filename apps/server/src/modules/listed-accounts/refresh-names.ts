import { sql } from 'kysely';
import type { AccountKey } from '../../platform/database/account-key.ts';
import type { Connection } from '../../platform/database/create-database.ts';
import { noteWorkspaceChanges } from './note-workspace-changes.ts';
import { writeListedAccounts } from './write-listed-accounts.ts';

/**
 * Shows the present name and email of a user in the accounts that they created, own or contribute to.
 * Belongs into the transaction that changed them, which has locked the user.
 *
 * Accounts that they share with are included: a step of publishing may add the user to one of them
 * at the same time, and has read the previous name.
 */
export async function refreshNames(tx: Connection, userId: string): Promise<void> {
  const { rows } = await sql<AccountKey>`
    select workspace_id as "workspaceId", id as "accountId" from (
      select workspace_id, id from workspace_accounts where created_by = ${userId}
      union
      select workspace_id, id from workspace_accounts where account_owner_id = ${userId}
      union
      select workspace_id, account_id from account_contributors where user_id = ${userId}
      union
      select share.workspace_id, share.account_id from domain_shares share
      where share.owner_id = ${userId}
    ) named
    order by workspace_id, id`.execute(tx);
  for (const [workspaceId, accounts] of Map.groupBy(rows, (row) => row.workspaceId)) {
    const { rows: locked } = await sql<{ id: string }>`
      select id from workspace_accounts
      where workspace_id = ${workspaceId}
        and id = any(${accounts.map(({ accountId }) => accountId)}::uuid[])
      order by id for no key update`.execute(tx);
    const accountIds = locked.map(({ id }) => id);
    if (await writeListedAccounts(tx, workspaceId, accountIds)) {
      await noteWorkspaceChanges(tx, [workspaceId]);
    }
  }
}
