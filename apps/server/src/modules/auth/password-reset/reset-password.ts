import type { Context } from '#platform/context.ts';
import { validationFailed } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { hashPassword } from '../password-hash.ts';
import { countWrongToken } from './reset-limits.ts';
import { type ComeBack, findLinkUser } from '../come-back.ts';
import { endResetLinks } from '../reset-token.ts';
import { requirePassword } from '../require-password.ts';
import { storePassword } from '../set-password.ts';
import { forgiveGuesses } from '../guess-budget.ts';

export interface PasswordReset {
  token: string;
  password: string;
  /** The address of the request. */
  from: string;
}

/**
 * Sets a new password with the token of a reset link, and ends every reset link and session of the
 * user. A user who deleted their own account comes back.
 *
 * @throws AppError `VALIDATION_FAILED` or `RATE_LIMITED`
 */
export async function resetPassword(
  { db }: Context,
  comeBack: ComeBack,
  { token, password, from }: PasswordReset,
): Promise<void> {
  const missing = 'Token and password are required';
  requireValid({
    token: token === '' ? missing : undefined,
    password: password === '' ? missing : undefined,
  });
  await requirePassword(password);
  // Looked up first: wrong tokens cost no hash, and do not use up the limits of others on the
  // network.
  const user = await findLinkUser(db, comeBack, token);
  if (user === undefined) {
    await countWrongToken(db, from);
    throw invalidToken();
  }
  await requirePassword(password, user.email);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    const isUsable = await endResetLinks(tx, user.id, token);
    if (user.isGone ? !(await comeBack.begin(tx, user, token)) : !isUsable) throw invalidToken();
    await storePassword(tx, user.id, passwordHash);
  });
  await forgiveGuesses(db, { email: user.email, from });
}

const invalidToken = () =>
  validationFailed([{ field: 'token', message: 'Invalid or expired reset token' }]);
