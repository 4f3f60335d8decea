import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { type Resealed, resealRows } from '#platform/secrets/reseal-rows.ts';
import type { SecretBox } from '#platform/secrets/secret-box.ts';
import { webhookSecretContext } from './managing/webhook-secret.ts';

/** Seals the secrets of webhooks with the current key. */
export const resealWebhooks = (
  db: Database,
  secretBox: SecretBox,
  currentKeyId: string,
): Promise<Resealed> =>
  resealRows(secretBox, {
    list: (after, limit) =>
      db
        .selectFrom('webhooks')
        .select(['workspace_id as workspaceId', 'id', 'secret as bytes', 'secret_key_id as keyId'])
        .where('id', '>', after)
        .where('secret_key_id', '<>', currentKeyId)
        .orderBy('id')
        .limit(limit)
        .execute(),
    contextOf: ({ id }) => webhookSecretContext(id),
    store: async ({ workspaceId, id, bytes }, sealed) => {
      const { numAffectedRows } = await sql`
        update webhooks set secret = ${sealed.bytes}, secret_key_id = ${sealed.keyId}
        where workspace_id = ${workspaceId} and id = ${id} and secret = ${bytes}`.execute(db);
      return numAffectedRows ?? 0n;
    },
  });
