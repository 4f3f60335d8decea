import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { noteEntries } from './note-entries.ts';
import { noteWorkspaceChanges } from './note-workspace-changes.ts';

/**
 * Clears the owner of a leaving user's accounts, deleted ones included, or makes a successor their owner, in
 * the transaction that ends the membership and has locked both users. Does not use `writeListedAccounts`,
 * which would read all of the accounts: a user may own all of 100,000.
 */
export async function releaseOwnedAccounts(
  tx: Connection,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  successor?: { id: string; name: string },
): Promise<void> {
  const ownerId = successor?.id ?? null;
  const name = successor?.name ?? '';
  const { rows: owned } = await sql<{ id: string }>`
    select id from workspace_accounts
    where workspace_id = ${workspaceId} and account_owner_id = ${userId}
    order by id for no key update`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    with released as (
      update workspace_accounts set account_owner_id = ${ownerId}::uuid, account_owner_name = ${name}
      where workspace_id = ${workspaceId} and account_owner_id = ${userId}
    )
    update listed_accounts set account_owner_id = ${ownerId}::uuid, account_owner_name = ${name}
    where workspace_id = ${workspaceId} and account_owner_id = ${userId}`.execute(tx);
  await sql`
    update deleted_accounts set account_owner_id = ${ownerId}::uuid
    where workspace_id = ${workspaceId} and account_owner_id = ${userId}`.execute(tx);
  await noteEntries(
    tx,
    workspaceId,
    'account',
    owned.map(({ id }) => id),
  );
  if (numAffectedRows > 0n) await noteWorkspaceChanges(tx, [workspaceId]);
}
