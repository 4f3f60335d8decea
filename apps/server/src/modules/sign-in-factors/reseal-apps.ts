import type { Database } from '#platform/database/create-database.ts';
import type { SecretBox } from '#platform/secrets/secret-box.ts';
import { appSecretContext } from './authenticator-app.ts';

const ROWS_AT_ONCE = 100;

/**
 * Seals the secrets of authenticator apps with the current key, row by row: may be interrupted and repeated, and run
 * beside servers.
 *
 * @returns how many it sealed, and the ids of unknown keys.
 */
export async function resealApps(
  db: Database,
  secretBox: SecretBox,
  currentKeyId: string,
): Promise<{ resealed: number; missingKeys: string[] }> {
  const missingKeys = new Set<string>();
  let resealed = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await db
      .selectFrom('authenticator_apps')
      .select(['user_id as userId', 'secret as bytes', 'secret_key_id as keyId'])
      .where('user_id', '>', after)
      .where('secret_key_id', '<>', currentKeyId)
      .orderBy('user_id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { userId, bytes, keyId } of rows) {
      after = userId;
      const context = appSecretContext(userId);
      let sealed;
      try {
        sealed = secretBox.seal(secretBox.open({ bytes, keyId }, context), context);
      } catch {
        missingKeys.add(keyId);
        continue;
      }
      const { numUpdatedRows } = await db
        .updateTable('authenticator_apps')
        .set({ secret: sealed.bytes, secret_key_id: sealed.keyId })
        .where('user_id', '=', userId)
        .where('secret', '=', bytes)
        .executeTakeFirstOrThrow();
      resealed += Number(numUpdatedRows);
    }
    if (rows.length < ROWS_AT_ONCE) return { resealed, missingKeys: [...missingKeys] };
  }
}
