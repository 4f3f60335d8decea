import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { validationFailed } from '#platform/http/app-error.ts';
import { countAttempt, type Limit, undoAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { reserveGuess } from './guess-budget.ts';
import { verifyPassword } from './password-hash.ts';

interface Confirmation {
  /** The password that the user typed, as the field `currentPassword` of the request. */
  password: string;
  /** The address of the request. */
  from: string;
  /** How often the user may do the confirmed action. The refusal names it. */
  limit: Limit;
  /** The confirmed action, for the log. */
  what: string;
}

/**
 * Requires the current password of a signed-in user, within the limits of guesses at sign-in: a stolen session cannot
 * be used to guess it.
 *
 * @returns the hash of the password.
 * @throws AppError `VALIDATION_FAILED` or `RATE_LIMITED`
 */
export async function confirmPassword(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { id, email }: { id: string; email: string },
  { password, from, limit, what }: Confirmation,
): Promise<string> {
  const counted = [{ limit, of: id }];
  // Counted first: each check takes time, and someone who knows the password could have it checked
  // without end.
  await countAttempt(db, counted, limit.name);
  const hash = await findRightHash(db, { id, email, from, password }).catch(async (refusal) => {
    await undoAttempt(db, counted);
    throw refusal;
  });
  if (hash !== undefined) return hash;
  await undoAttempt(db, counted);
  log.warn({ userId: id, from }, `${what} was refused`);
  throw validationFailed([
    { field: 'currentPassword', message: 'The current password is not correct' },
  ]);
}

/** Returns the hash of a user's password, if it is the one given; a wrong one counts as a guess. */
async function findRightHash(
  db: Database,
  { id, email, from, password }: { id: string; email: string; from: string; password: string },
): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  const guess = await reserveGuess(db, { email, from });
  const isRight = await verifyPassword(password, user?.password_hash).catch(async (busy) => {
    await guess.release();
    throw busy;
  });
  if (!isRight) return undefined;
  await guess.release();
  return user?.password_hash ?? undefined;
}
