import type { Connection } from '#platform/database/create-database.ts';

/** The ids of keys that stored credentials are encrypted with and that the settings lack. */
export async function findMissingKeys(
  db: Connection,
  keys: ReadonlyMap<string, Buffer>,
): Promise<string[]> {
  const used = await db
    .selectFrom('integrations')
    .select('credentials_key_id as keyId')
    .distinct()
    .where('credentials_key_id', 'is not', null)
    .execute();
  return used.flatMap(({ keyId }) => (keyId === null || keys.has(keyId) ? [] : [keyId]));
}
