import type { User } from '@repo/contract/auth';
import { limits } from '@repo/contract/limits';
import type { SignInMethod } from '@repo/contract/sign-in-factors';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import { rememberNetwork } from '#modules/auth/guess-budget.ts';
import { rememberTimeZone, startSession } from '#modules/auth/sign-in.ts';
import type { SlowRefusals } from '#modules/auth/slow-refusals.ts';
import { type AnsweredStep, checkSecondStep, type SecondStepAnswer } from './check-second-step.ts';
import { openPending, type PendingUser, signInAgain } from './pending-sign-in.ts';
import { takeToken } from '#modules/auth/take-token.ts';

export interface FinishedSignIn extends SecondStepAnswer {
  pendingToken: string;
  timeZone?: string | undefined;
  /** The address of the request. */
  from: string;
  /** The User-Agent of the client. */
  userAgent?: string | undefined;
}

/**
 * Starts the session of a user whose password was right, by a second factor.
 *
 * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED` or `RATE_LIMITED`
 */
export async function finishSignIn(
  context: Context,
  slowRefusals: SlowRefusals,
  { pendingToken, timeZone, from, userAgent, ...answer }: FinishedSignIn,
): Promise<{ token: string; user: User }> {
  const { db, log, secretBox } = context;
  const user = await openPending(db, secretBox, pendingToken);
  const attempt = { email: user.email, from };
  slowRefusals.begin(attempt);
  const openedWith = await answerWith(context, user, answer, {
    from,
    purpose: { kind: 'second-step', pendingToken },
  }).catch(async (error) => {
    if (error instanceof AppError) await slowRefusals.refused(attempt);
    throw error;
  });
  slowRefusals.discount(attempt);
  if (!(await takeToken(db, pendingToken, limits.pendingSignInMinutes))) throw signInAgain();
  const session = await startSession(
    context,
    { id: user.id, password_hash: user.passwordHash },
    { from, userAgent, openedWith },
  );
  if (session === undefined) throw signInAgain();
  log.info({ userId: user.id, from }, 'signed in');
  await rememberNetwork(db, attempt);
  await rememberNetwork(db, { ...attempt, of: 'code' });
  await rememberTimeZone(db, user.id, timeZone);
  return session;
}

async function answerWith(
  context: Context,
  user: PendingUser,
  answer: SecondStepAnswer,
  step: AnsweredStep,
): Promise<SignInMethod> {
  const answered = await checkSecondStep(context, { ...user, name: '' }, answer, step);
  return `password-and-${answered}`;
}
