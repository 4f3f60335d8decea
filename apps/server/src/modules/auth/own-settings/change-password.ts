import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { recordChange } from '../../audit/record-change.ts';
import { confirmPassword } from '../confirm-password.ts';
import { hashPassword } from '../password-hash.ts';
import { endResetLinks } from '../reset-token.ts';
import { requirePassword } from '../require-password.ts';
import { storePassword } from '../set-password.ts';
import { sendPasswordChangedJob } from './send-password-changed.job.ts';

export interface OwnPasswordChange {
  currentPassword: string;
  password: string;
  /** The address of the request. */
  from: string;
}

const NO_PASSWORD = 'Your account has no password to change. You sign in with your company.';

const perDay = {
  name: 'password changes',
  attempts: limits.passwordChangesPerDay,
  windowSeconds: 86_400,
};

/**
 * Changes the signed-in user's password, and ends their other sessions and pending reset links. The
 * current password is checked within the limits of guesses at sign-in: a stolen session cannot be
 * used to guess it.
 *
 * @throws AppError `VALIDATION_FAILED`, `RATE_LIMITED`, or `CONFLICT` when there is no password, or it was changed
 *   at the same time
 */
export async function changePassword(
  { db, jobs, log }: Context,
  person: SignedIn,
  { currentPassword, password, from }: OwnPasswordChange,
): Promise<void> {
  if (!person.hasPassword) throw new AppError('CONFLICT', NO_PASSWORD);
  requireValid({
    currentPassword: currentPassword === '' ? 'Current password is required' : undefined,
    password: password === '' ? 'New password is required' : undefined,
  });
  const { id, name, email, sessionId } = person;
  await requirePassword(password, email);
  const replacedHash = await confirmPassword({ db, log }, person, {
    password: currentPassword,
    from,
    limit: perDay,
    what: 'a password change',
  });
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await endResetLinks(tx, id);
    await storePassword(tx, id, passwordHash, { replacedHash, keptSessionId: sessionId }).catch(
      changedMeanwhile,
    );
    const self = { id, name: name || email };
    await recordChange(tx, { actor: self, action: 'user.password-changed', person: self });
    // In the same transaction, so that the email about it cannot be lost.
    await jobs.enqueue(sendPasswordChangedJob, { userId: id }, { within: tx });
  });
  log.info({ userId: id, from }, 'changed the password');
}

function changedMeanwhile(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
  throw new AppError(
    'CONFLICT',
    'Your password was changed somewhere else at the same time. Sign in with that one to change it again.',
  );
}
