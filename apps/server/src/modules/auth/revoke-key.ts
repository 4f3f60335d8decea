import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';

interface Owner {
  id: string;
  name: string;
  email: string;
}

/**
 * Revokes one of a user's keys. The row stays for a while, so that the list says what became of it.
 *
 * @throws AppError `NOT_FOUND`, also for another user's key and one that was revoked before
 */
export async function revokeKey(
  db: Database,
  { id: userId, name, email }: Owner,
  keyId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const key = await tx
      .updateTable('api_keys')
      .set({ revoked_at: sql`now()` })
      .where('id', '=', keyId)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (key === undefined) throw notFound('API key');
    const self = { id: userId, name: name || email };
    await recordChange(tx, {
      actor: self,
      action: 'api-key.revoked',
      person: self,
      before: { key: key.name, keyId },
    });
  });
}

/**
 * Revokes all keys of a user.
 *
 * @param actor who caused it; the user when absent.
 */
export async function revokeAllKeys(
  tx: Connection,
  userId: string,
  reason: string,
  actor?: Actor,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  const { name, email } = await tx
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const person = { id: userId, name: name || email };
  await recordChange(tx, {
    actor: actor ?? person,
    action: 'api-key.revoked',
    person,
    before: { keys: Number(numUpdatedRows) },
    after: { reason },
  });
}
