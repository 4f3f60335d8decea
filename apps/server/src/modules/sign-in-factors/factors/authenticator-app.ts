import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { SecretBox, Sealed } from '#platform/secrets/secret-box.ts';
import { findStep } from './totp.ts';

/** The place of a stored secret, without which it does not open. */
export const appSecretContext = (userId: string): string => `authenticator app of ${userId}`;

/**
 * Stores a user's authenticator app in place of the one before.
 *
 * @param step that of the code which confirmed it, and is used up by that.
 */
export async function storeApp(
  tx: Connection,
  secretBox: SecretBox,
  { userId, secret, step }: { userId: string; secret: Buffer; step: number },
): Promise<void> {
  const { keyId, bytes } = secretBox.seal(secret.toString('base64'), appSecretContext(userId));
  await tx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute();
  await tx
    .insertInto('authenticator_apps')
    .values({ user_id: userId, secret: bytes, secret_key_id: keyId, last_step: String(step) })
    .execute();
}

/**
 * Accepts a code of a user's authenticator app: once, and none from before the last one.
 *
 * @throws AppError `UNAVAILABLE` where the key is missing that the secret is encrypted with
 */
export async function takeCode(
  tx: Connection,
  secretBox: SecretBox,
  userId: string,
  typed: string,
): Promise<boolean> {
  const app = await tx
    .selectFrom('authenticator_apps')
    .select(['secret as bytes', 'secret_key_id as keyId'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (app === undefined) return false;
  const secret = openSecret(secretBox, userId, app);
  const step = findStep(secret, typed, new Date());
  if (step === undefined) return false;
  const { numUpdatedRows } = await tx
    .updateTable('authenticator_apps')
    .set({ last_step: String(step), last_used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('secret', '=', app.bytes)
    .where('last_step', '<', String(step))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** After this many seconds an operator may have restored the key. */
const RETRY_AFTER_SECONDS = 600;

function openSecret(secretBox: SecretBox, userId: string, sealed: Sealed): Buffer {
  try {
    return Buffer.from(String(secretBox.open(sealed, appSecretContext(userId))), 'base64');
  } catch (cause) {
    const message =
      'This server cannot check codes of authenticator apps: it lacks the key that encrypts them. Use a recovery code, or tell the administrator.';
    throw new AppError('UNAVAILABLE', message, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
