import type { Database } from '#platform/database/create-database.ts';
import { type Resealed, resealRows } from '#platform/secrets/reseal-rows.ts';
import type { SecretBox } from '#platform/secrets/secret-box.ts';
import { appSecretContext } from './factors/authenticator-app.ts';

/** Seals the secrets of authenticator apps with the current key. */
export const resealApps = (
  db: Database,
  secretBox: SecretBox,
  currentKeyId: string,
): Promise<Resealed> =>
  resealRows(secretBox, {
    list: (after, limit) =>
      db
        .selectFrom('authenticator_apps')
        .select(['user_id as id', 'secret as bytes', 'secret_key_id as keyId'])
        .where('user_id', '>', after)
        .where('secret_key_id', '<>', currentKeyId)
        .orderBy('user_id')
        .limit(limit)
        .execute(),
    contextOf: ({ id }) => appSecretContext(id),
    store: async ({ id, bytes }, sealed) => {
      const { numUpdatedRows } = await db
        .updateTable('authenticator_apps')
        .set({ secret: sealed.bytes, secret_key_id: sealed.keyId })
        .where('user_id', '=', id)
        .where('secret', '=', bytes)
        .executeTakeFirstOrThrow();
      return numUpdatedRows;
    },
  });
