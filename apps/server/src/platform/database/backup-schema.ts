import type { RestoredSchema } from '@repo/backup/restore-backup';
import type { ReadKeyIds } from '@repo/backup/write-backup';
import { Client } from 'pg';
import { migrations } from '../../migrations/index.ts';
import { KEY_ID_COLUMNS } from '../secrets/find-missing-keys.ts';
import { migrateTo, migrateToLatest } from './migrate.ts';

/** The ids of the keys that secrets in the database are encrypted with, also in one of an earlier version. */
export const readCredentialKeyIds: ReadKeyIds = async (client) => {
  const ids = new Set<string>();
  for (const [table, column] of KEY_ID_COLUMNS) {
    const { rows: known } = await client.query(
      `select from information_schema.columns
       where table_schema = 'public' and table_name = $1 and column_name = $2`,
      [table, column],
    );
    if (known.length === 0) continue;
    const { rows } = await client.query<{ keyId: string }>(
      `select distinct ${column} as "keyId" from ${table} where ${column} is not null`,
    );
    for (const { keyId } of rows) ids.add(keyId);
  }
  return [...ids].sort();
};

/** This version's schema, for restoring a backup into the database at `databaseUrl`. */
export const restoredSchema = (databaseUrl: string): RestoredSchema => ({
  migrations: Object.keys(migrations),
  // pg-boss creates its schema when the server starts.
  derivedSchemas: ['pgboss'],
  migrateTo: (name) => migrateTo(databaseUrl, name),
  migrateToLatest: async () => {
    await migrateToLatest(databaseUrl, { isRestoring: true });
    await forgetRunningBackup(databaseUrl);
  },
  isEmpty: async (client) => {
    const { rows } = await client.query<{ isEmpty: boolean }>(
      'select not exists (select from users) and not exists (select from organizations) as "isEmpty"',
    );
    return rows[0]?.isEmpty === true;
  },
});

/**
 * A scheduled backup contains its own entry, unfinished. Kept, it would count as interrupted, and its file,
 * which is the restored one, would be removed.
 */
async function forgetRunningBackup(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("delete from backups where state = 'running'");
  } finally {
    await client.end();
  }
}
