import { sql } from 'kysely';
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
  const { rows } = await sql<{ id: string }>`
    select id from workspace_accounts
    where id = any(array(
      select id from workspace_accounts where created_by = ${userId}
      union
      select id from workspace_accounts where account_owner_id = ${userId}
      union
      select account_id from account_contributors where user_id = ${userId}
      union
      select share.account_id from domain_shares share
      join domains domain on domain.id = share.domain_id
      where domain.owner_id = ${userId}))
    order by id for no key update`.execute(tx);
  const changed = await writeListedAccounts(
    tx,
    rows.map(({ id }) => id),
  );
  await noteWorkspaceChanges(tx, changed);
}
