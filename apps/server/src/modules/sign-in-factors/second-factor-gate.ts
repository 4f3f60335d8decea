import type { PendingSignIn } from '@repo/contract/sign-in-factors';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { SecondFactorGate } from '../auth/second-factor-gate.ts';
import { stepsOf } from './factors/list-factors.ts';
import { sealPending } from './second-step/pending-sign-in.ts';

/** Refuses the session of a user with a second factor, and gives a token to finish the sign-in with. */
export const createSecondFactorGate =
  ({ config, db, secretBox }: Pick<Context, 'config' | 'db' | 'secretBox'>): SecondFactorGate =>
  async (user) => {
    const steps = await stepsOf(db, user.id);
    if (steps.length === 0) return undefined;
    const details: PendingSignIn = { pendingToken: sealPending(secretBox, user), steps };
    // The sentence is for clients that know no second factors.
    const message = `Your account has a second factor. Sign in at ${config.webUrl}/login.`;
    return new AppError('SECOND_FACTOR_REQUIRED', message, { details });
  };
