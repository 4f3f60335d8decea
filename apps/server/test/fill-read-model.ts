import { sql } from 'kysely';
import { writeListedAccounts } from '#modules/listed-accounts/write-listed-accounts.ts';
import { createDatabase, type Database } from '#platform/database/create-database.ts';

/**
 * Counts and lists the accounts of a workspace, for tests and measurements that write accounts, their
 * days and their contributors without the product.
 */
export async function fillReadModel(db: Database, workspaceId: string): Promise<void> {
  const accounts = await db
    .selectFrom('workspace_accounts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  await sql`
    update workspaces set account_count = ${accounts.length} where id = ${workspaceId}`.execute(db);
  await db.transaction().execute((tx) =>
    writeListedAccounts(
      tx,
      workspaceId,
      accounts.map(({ id }) => id),
    ),
  );
}

/** The same in a database that is not opened yet. */
export async function fillReadModelAt(databaseUrl: string, workspaceId: string): Promise<void> {
  const db = createDatabase({ url: databaseUrl, poolSize: 1, onLostConnection: () => {} });
  await fillReadModel(db, workspaceId).finally(() => db.destroy());
}
