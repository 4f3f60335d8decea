import { scopeNames } from '@repo/contract/scopes';
import type { Insertable } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { createApiKey, startOfKey } from '#platform/secrets/api-key.ts';
import { hashToken } from '#platform/secrets/token.ts';

const dayMs = 86_400_000;

/** Creates an API key directly in the database: with every scope, for 90 days, and not used yet. */
export async function insertApiKey(
  db: Connection,
  userId: string,
  given: Partial<Insertable<Schema['api_keys']>> = {},
): Promise<{ id: string; key: string }> {
  const key = createApiKey();
  const { id } = await db
    .insertInto('api_keys')
    .values({
      user_id: userId,
      name: 'A key',
      token_hash: hashToken(key),
      start: startOfKey(key),
      scopes: [...scopeNames],
      expires_at: new Date(Date.now() + 90 * dayMs),
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, key };
}
