import type { Database } from '#platform/database/create-database.ts';
import { type Resealed, resealRows } from '#platform/secrets/reseal-rows.ts';
import type { SecretBox } from '#platform/secrets/secret-box.ts';
import { secretContext } from './provider/connection.ts';

/** Seals the client secrets of single sign-on with the current key. */
export const resealConnections = (
  db: Database,
  secretBox: SecretBox,
  currentKeyId: string,
): Promise<Resealed> =>
  resealRows(secretBox, {
    list: (after, limit) =>
      db
        .selectFrom('sso_connections')
        .select(['organization_id as id', 'secret as bytes', 'secret_key_id as keyId'])
        .where('organization_id', '>', after)
        .where('secret_key_id', '<>', currentKeyId)
        .orderBy('organization_id')
        .limit(limit)
        .execute(),
    contextOf: ({ id }) => secretContext(id),
    store: async ({ id, bytes }, sealed) => {
      const { numUpdatedRows } = await db
        .updateTable('sso_connections')
        .set({ secret: sealed.bytes, secret_key_id: sealed.keyId })
        .where('organization_id', '=', id)
        .where('secret', '=', bytes)
        .executeTakeFirstOrThrow();
      return numUpdatedRows;
    },
  });
