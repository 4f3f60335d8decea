import { sql } from 'kysely';
import type { Connection } from '../database/create-database.ts';

/** Where the ids of the keys are that secrets in the database are encrypted with. */
export const KEY_ID_COLUMNS = [
  ['integrations', 'credentials_key_id'],
  ['pending_grants', 'credentials_key_id'],
  ['webhooks', 'secret_key_id'],
  ['authenticator_apps', 'secret_key_id'],
  ['sso_connections', 'secret_key_id'],
  ['erasure_keys', 'key_id'],
  ['contact_erasures', 'key_id'],
] as const;

/** The ids of keys that secrets in the database are encrypted with and that the settings lack. */
export async function findMissingKeys(
  db: Connection,
  keys: ReadonlyMap<string, Buffer>,
): Promise<string[]> {
  const used = new Set<string>();
  // One after the other: on a cluster, one statement cannot read tables of every kind.
  for (const [table, column] of KEY_ID_COLUMNS) {
    const { rows } = await sql<{ keyId: string }>`
      select distinct ${sql.ref(column)} as "keyId" from ${sql.table(table)}
      where ${sql.ref(column)} is not null`.execute(db);
    for (const { keyId } of rows) used.add(keyId);
  }
  return [...used].filter((keyId) => !keys.has(keyId)).sort();
}
