import type { Database, Transaction } from '#platform/database/create-database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { notFound } from '#platform/http/app-error.ts';
import { revokeAllKeys } from './revoke-key.ts';
import { hashPassword } from './password-hash.ts';
import { endResetLinks } from './reset-token.ts';
import { requirePassword } from './require-password.ts';
import { endOwnLinks } from './single-sign-on/end-own-links.ts';

/**
 * Sets a user's password, and ends all their sessions, API keys and pending reset links.
 *
 * @throws AppError `VALIDATION_FAILED` or `NOT_FOUND`
 */
export async function setPassword(
  db: Database,
  { id, email }: { id: string; email: string },
  password: string,
): Promise<void> {
  await requirePassword(password, email);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await endResetLinks(tx, id);
    await storePassword(tx, id, passwordHash);
  });
}

interface PasswordChange {
  /** The hash to replace; if the current hash differs, nothing is stored. */
  replacedHash?: string;
  /** The session that is not ended. The user proved who they are with it, so API keys go on too. */
  keptSessionId?: string;
}

/**
 * Stores a hashed password and ends the user's sessions and API keys, and the company sign-ins that they connected.
 * The caller has already deleted their reset links, before anything locked the user (docs/ARCHITECTURE.md, "Lock
 * order").
 *
 * @throws AppError `NOT_FOUND`, also when the current hash is not `replacedHash`
 */
export async function storePassword(
  tx: Transaction<Schema>,
  userId: string,
  passwordHash: string,
  { replacedHash, keptSessionId }: PasswordChange = {},
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .$if(replacedHash !== undefined, (query) =>
      query.where('password_hash', '=', replacedHash ?? null),
    )
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw notFound('User');
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keptSessionId !== undefined, (query) => query.where('id', '<>', keptSessionId ?? ''))
    .execute();
  if (keptSessionId !== undefined) return;
  await revokeAllKeys(tx, userId, 'The password was reset');
  await endOwnLinks(tx, userId);
}
