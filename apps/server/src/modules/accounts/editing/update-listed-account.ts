import type { Updateable } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { noteEntries } from '#modules/listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '#modules/listed-accounts/note-workspace-changes.ts';
import { writeListedAccounts } from '#modules/listed-accounts/write-listed-accounts.ts';

/** Changes what the list of accounts shows of a locked account. */
export async function updateListedAccount(
  tx: Connection,
  { workspaceId, accountId }: AccountKey,
  values: Pick<Updateable<Schema['workspace_accounts']>, 'name' | 'domain'>,
): Promise<void> {
  await tx
    .updateTable('workspace_accounts')
    .set(values)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', accountId)
    .execute();
  await writeListedAccounts(tx, workspaceId, [accountId]);
  await noteEntries(tx, workspaceId, 'account', [accountId]);
  await noteWorkspaceChanges(tx, [workspaceId]);
}
