import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { validationFailed } from '#platform/http/app-error.ts';
import { confirmPassword } from '#modules/auth/confirm-password.ts';
import { checkSecondStep, type SecondStepAnswer } from '../second-step/check-second-step.ts';
import { stepsOf } from './list-factors.ts';

export interface Proof extends SecondStepAnswer {
  password?: string | undefined;
  /** The address of the request. */
  from: string;
}

const perDay = { name: 'proofs', attempts: limits.proofsPerDay, windowSeconds: 86_400 };

/**
 * Stores that the session is used by its user, within the limits of guesses at sign-in. A user with a second
 * factor proves it by that one: who stole a session and knows the password could otherwise remove the factor.
 *
 * @throws AppError `VALIDATION_FAILED` or `RATE_LIMITED`
 */
export async function prove(
  context: Context,
  person: SignedIn,
  { password = '', from, ...answer }: Proof,
): Promise<void> {
  const steps = await stepsOf(context.db, person.id);
  if (password === '' || steps.length > 0) {
    const purpose = { kind: 'proof', sessionId: person.sessionId } as const;
    await checkSecondStep(context, person, answer, { from, purpose });
  } else {
    await provePassword(context, person, password, from);
  }
  await context.db
    .updateTable('sessions')
    .set({ proven_at: sql`now()` })
    .where('id', '=', person.sessionId)
    .execute();
}

async function provePassword(
  context: Context,
  person: SignedIn,
  password: string,
  from: string,
): Promise<void> {
  const what = 'a proof by password';
  await confirmPassword(context, person, { password, from, limit: perDay, what }).catch((error) => {
    if (error?.code !== 'VALIDATION_FAILED') throw error;
    throw validationFailed([{ field: 'password', message: 'The password is not correct' }]);
  });
}
