import { limits } from '@repo/contract/limits';
import type { Database, Transaction } from '#platform/database/create-database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { revokeAllKeys } from './revoke-key.ts';
import { hashPassword, normalPassword } from './password-hash.ts';
import { endResetLinks } from './reset-token.ts';

/**
 * Refuses a password that is too short, counted in code points.
 *
 * @throws AppError `VALIDATION_FAILED`
 */
export function requirePassword(password: string): void {
  const isShort = [...normalPassword(password)].length < limits.minimumPasswordLength;
  const problem = `Password must be at least ${limits.minimumPasswordLength} characters`;
  requireValid({ password: isShort ? problem : undefined });
}

/**
 * Sets a user's password, and ends all their sessions, API keys and pending reset links.
 *
 * @throws AppError `VALIDATION_FAILED` or `NOT_FOUND`
 */
export async function setPassword(db: Database, userId: string, password: string): Promise<void> {
  requirePassword(password);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await endResetLinks(tx, userId);
    await storePassword(tx, userId, passwordHash);
  });
}

interface PasswordChange {
  /** The hash to replace; if the current hash differs, nothing is stored. */
  replacedHash?: string;
  /** The session that is not ended. The user proved who they are with it, so API keys go on too. */
  keptSessionId?: string;
}

/**
 * Stores a hashed password and ends the user's sessions and API keys. The caller has already deleted their reset
 * links, before anything locked the user (docs/ARCHITECTURE.md, "Lock order").
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
  if (keptSessionId === undefined) await revokeAllKeys(tx, userId, 'The password was reset');
}
