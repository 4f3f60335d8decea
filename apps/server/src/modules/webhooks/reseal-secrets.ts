import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import type { SecretBox } from '#platform/secrets/secret-box.ts';
import { webhookSecretContext } from './webhook-secret.ts';

const ROWS_AT_ONCE = 100;

/**
 * Seals the secrets of webhooks with the current key, row by row: may be interrupted and repeated, and run beside servers.
 *
 * @returns how many it sealed, and the ids of unknown keys.
 */
export async function resealWebhooks(
  db: Database,
  secretBox: SecretBox,
  currentKeyId: string,
): Promise<{ resealed: number; missingKeys: string[] }> {
  const missingKeys = new Set<string>();
  let resealed = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await db
      .selectFrom('webhooks')
      .select(['workspace_id as workspaceId', 'id', 'secret as bytes', 'secret_key_id as keyId'])
      .where('id', '>', after)
      .where('secret_key_id', '<>', currentKeyId)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { workspaceId, id, bytes, keyId } of rows) {
      after = id;
      const context = webhookSecretContext(id);
      let sealed;
      try {
        sealed = secretBox.seal(secretBox.open({ bytes, keyId }, context), context);
      } catch {
        missingKeys.add(keyId);
        continue;
      }
      const { numAffectedRows } = await sql`
        update webhooks set secret = ${sealed.bytes}, secret_key_id = ${sealed.keyId}
        where workspace_id = ${workspaceId} and id = ${id} and secret = ${bytes}`.execute(db);
      resealed += Number(numAffectedRows ?? 0);
    }
    if (rows.length < ROWS_AT_ONCE) return { resealed, missingKeys: [...missingKeys] };
  }
}
