import { hash } from 'node:crypto';
import { limits } from '@repo/contract/limits';
import type { Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { SecretBox } from '#platform/secrets/secret-box.ts';
import { openToken, sealToken } from '#modules/auth/sealed-token.ts';

const PURPOSE = 'pending sign-in';

/** A user whose password was right. */
export interface PendingUser {
  id: string;
  email: string;
  passwordHash: string;
}

/** Creates the token that stands for the right password until the second factor. */
export const sealPending = (
  secretBox: SecretBox,
  { id, passwordHash }: Pick<PendingUser, 'id' | 'passwordHash'>,
): string =>
  sealToken(secretBox, PURPOSE, limits.pendingSignInMinutes, {
    userId: id,
    password: printOf(passwordHash),
  });

/**
 * Returns the user of a pending sign-in, whose password is still the one that was right.
 *
 * @throws AppError `UNAUTHENTICATED`
 */
export async function openPending(
  db: Database,
  secretBox: SecretBox,
  token: string,
): Promise<PendingUser> {
  const content = openToken(secretBox, PURPOSE, token);
  const user =
    content === undefined
      ? undefined
      : await db
          .selectFrom('users')
          .select(['id', 'email', 'password_hash as passwordHash'])
          .where('id', '=', String(content['userId']))
          .where('is_active', '=', true)
          .executeTakeFirst();
  if (user?.passwordHash == null || printOf(user.passwordHash) !== content?.['password']) {
    throw signInAgain();
  }
  return { ...user, passwordHash: user.passwordHash };
}

/** A password that was changed meanwhile is another one, also if it is the same again. */
const printOf = (passwordHash: string): string => hash('sha256', passwordHash);

export const signInAgain = (): AppError =>
  new AppError('UNAUTHENTICATED', 'This sign-in has expired. Enter your password again.');
