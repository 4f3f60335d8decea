import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import type { Person } from '#platform/http/admit-request.ts';
import { countAttempt, undoAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { recordChange } from '../../audit/record-change.ts';
import { reserveGuess } from '../guess-budget.ts';
import { hashPassword, verifyPassword } from '../password-hash.ts';
import { endResetLinks } from '../password-reset/reset-token.ts';
import { requirePassword, storePassword } from '../set-password.ts';
import { sendPasswordChangedJob } from './send-password-changed.job.ts';

export interface OwnPasswordChange {
  currentPassword: string;
  password: string;
  /** The address of the request. */
  from: string;
}

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
 * @throws AppError `VALIDATION_FAILED`, `RATE_LIMITED`, or `CONFLICT` when the password was changed
 *   at the same time
 */
export async function changePassword(
  { db, jobs, log }: Context,
  person: Person,
  { currentPassword, password, from }: OwnPasswordChange,
): Promise<void> {
  requireValid({
    currentPassword: currentPassword === '' ? 'Current password is required' : undefined,
    password: password === '' ? 'New password is required' : undefined,
  });
  requirePassword(password);
  const { id, name, email, sessionId } = person;
  const counted = [{ limit: perDay, of: id }];
  // Counted first: each check takes time, and someone who knows the password could have it checked
  // without end.
  await countAttempt(db, counted, 'password changes');
  const replacedHash = await findRightHash(db, { id, email, from, currentPassword }).catch(
    async (refusal) => {
      await undoAttempt(db, counted);
      throw refusal;
    },
  );
  if (replacedHash === undefined) {
    await undoAttempt(db, counted);
    log.warn({ userId: id, from }, 'a password change was refused');
    requireValid({ currentPassword: 'The current password is not correct' });
    return;
  }
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await endResetLinks(tx, id);
    await storePassword(tx, id, passwordHash, { replacedHash, keptSessionId: sessionId }).catch(
      changedMeanwhile,
    );
    const self = { id, name: name || email };
    await recordChange(tx, { actor: self, action: 'user.password-changed', person: self });
  });
  log.info({ userId: id, from }, 'changed the password');
  await jobs.enqueue(sendPasswordChangedJob, { userId: id });
}

/** The hash of a user's password, if it is the one given; a wrong one counts as a guess. */
async function findRightHash(
  db: Database,
  {
    id,
    email,
    from,
    currentPassword,
  }: { id: string; email: string; from: string; currentPassword: string },
): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  const guess = await reserveGuess(db, { email, from });
  const isRight = await verifyPassword(currentPassword, user?.password_hash).catch(async (busy) => {
    await guess.release();
    throw busy;
  });
  if (!isRight) return undefined;
  await guess.release();
  return user?.password_hash ?? undefined;
}

function changedMeanwhile(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
  throw new AppError(
    'CONFLICT',
    'Your password was changed somewhere else at the same time. Sign in with that one to change it again.',
  );
}
