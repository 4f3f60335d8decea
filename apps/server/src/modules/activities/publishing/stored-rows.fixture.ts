import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';

/** The column that references the account, by table. */
const tables = {
  workspace_accounts: 'id',
  listed_accounts: 'account_id',
  account_activities: 'account_id',
  account_activity_contributors: 'account_id',
  account_activity_words: 'account_id',
  account_contributors: 'account_id',
  account_days: 'account_id',
  account_message_refs: 'account_id',
  level_changes: 'account_id',
};

/**
 * Every row and every column that is stored of an account, with the read model and its JSON, to be
 * compared with what a rebuild stores.
 */
export async function storedRows(
  db: Database,
  accountId: string,
): Promise<Record<string, unknown[]>> {
  const stored: Record<string, unknown[]> = {};
  for (const [table, column] of Object.entries(tables)) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(stored) as row from ${sql.table(table)} stored
      where ${sql.ref(column)} = ${accountId} order by stored::text`.execute(db);
    stored[table] = rows.map(({ row }) => row);
  }
  return stored;
}
