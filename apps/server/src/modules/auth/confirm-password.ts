import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { freshProofRequired, validationFailed } from '#platform/http/app-error.ts';
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
 * Requires the current password of a signed-in user, or that one without a password has signed in again lately.
 *
 * @returns the hash of the password; null of a user without one.
 * @throws AppError `VALIDATION_FAILED`, `FRESH_PROOF_REQUIRED` or `RATE_LIMITED`
 */
export async function confirmUser(
  context: Pick<Context, 'db' | 'log'>,
  person: Pick<SignedIn, 'id' | 'email' | 'hasPassword' | 'isProven'>,
  confirmation: Confirmation,
): Promise<string | null> {
  if (person.hasPassword) return confirmPassword(context, person, confirmation);
  if (!person.isProven) throw freshProofRequired();
  const { limit } = confirmation;
  await countAttempt(context.db, [{ limit, of: person.id }], limit.name);
  return null;
}

/** The problem of a password that is not there, where the user has one. */
export const missingPassword = (
  { hasPassword }: Pick<SignedIn, 'hasPassword'>,
  password: string,
): string | undefined =>
  hasPassword && password === '' ? 'Current password is required' : undefined;

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
