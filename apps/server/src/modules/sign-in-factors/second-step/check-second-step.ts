import type { PasskeyAnswer } from '@repo/contract/passkeys';
import type { SecondStep } from '@repo/contract/sign-in-factors';
import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import { validationFailed } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import {
  countAttempt,
  recordAttempt,
  undoAttempt,
} from '#platform/rate-limit/rate-limit-counter.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { reserveGuess } from '#modules/auth/guess-budget.ts';
import { takeCode } from '../factors/authenticator-app.ts';
import { takeRecoveryCode } from '../factors/recovery-codes.ts';
import type { ChallengePurpose } from '../passkeys/challenge.ts';
import { checkPasskey } from '../passkeys/check-passkey.ts';
import { sendFactorChangeJob } from '../send-factor-change.job.ts';

/** The user's answer: a code of the app, a recovery code, or a passkey. */
export interface SecondStepAnswer {
  code?: string | undefined;
  recoveryCode?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
}

export interface AnsweredStep {
  /** The address of the request. */
  from: string;
  /** For what a passkey was asked. */
  purpose: ChallengePurpose;
}

interface Guesser {
  id: string;
  name: string;
  email: string;
}

/**
 * From networks where the user has not signed in, of all of them together: who guesses codes knows the password, and
 * can spread the guesses over any number of networks.
 */
const elsewhere = {
  name: 'wrong codes',
  attempts: limits.wrongCodesPerDay,
  windowSeconds: 86_400,
};

/**
 * Requires a code of the user's authenticator app, one of their recovery codes, or one of their passkeys. Wrong codes
 * are limited for each user and network, as passwords are; a passkey cannot be guessed, and is taken after them too.
 *
 * @returns with what the user answered.
 * @throws AppError `VALIDATION_FAILED` or `RATE_LIMITED`; `UNAVAILABLE` where the server cannot check codes
 */
export async function checkSecondStep(
  context: Context,
  user: Guesser,
  { code = '', recoveryCode = '', passkey }: SecondStepAnswer,
  { from, purpose }: AnsweredStep,
): Promise<SecondStep> {
  if (passkey !== undefined) return checkPasskeyStep(context, user, passkey, purpose);
  const { db, log } = context;
  const isMissing = code.trim() === '' && recoveryCode.trim() === '';
  requireValid({ code: isMissing ? 'Enter a code' : undefined });
  const guess = await reserveGuess(db, { email: user.email, from, of: 'code' });
  const counted = guess.isKnown ? [] : [{ limit: elsewhere, of: user.id }];
  await countAttempt(db, counted, elsewhere.name).catch(async (refusal) => {
    await guess.release();
    throw refusal;
  });
  const step = recoveryCode.trim() === '' ? 'code' : 'recovery-code';
  const answer =
    step === 'code'
      ? takeCode(db, context.secretBox, user.id, code)
      : takeRecovery(context, user, recoveryCode);
  // A code that could not be checked does not count as a guess.
  const isRight = await answer.catch(async (error) => {
    log.error({ err: error, userId: user.id }, 'a second factor could not be checked');
    await guess.release();
    await undoAttempt(db, counted);
    throw error;
  });
  if (!isRight) {
    log.warn({ userId: user.id, from }, 'a second factor was refused');
    await noteWrong(context, user.id);
    const [field, message] =
      step === 'code'
        ? ['code', 'This code is not correct, or was used before. Enter the next one.']
        : ['recoveryCode', 'This recovery code is not correct, or was used before.'];
    throw validationFailed([{ field, message }]);
  }
  await guess.release();
  await undoAttempt(db, counted);
  return step;
}

async function checkPasskeyStep(
  context: Context,
  user: Guesser,
  answer: PasskeyAnswer,
  purpose: ChallengePurpose,
): Promise<SecondStep> {
  const expected = { purpose, userId: user.id, isAlone: false };
  if ((await checkPasskey(context, answer, expected)) !== undefined) return 'passkey';
  const message = 'This passkey was not accepted. Try again, or use another way.';
  throw validationFailed([{ field: 'passkey', message }]);
}

/** Guesses of a hundred codes a day hit once in nine years; a new password ends them. */
async function noteWrong({ db, jobs }: Context, userId: string): Promise<void> {
  const limit = { ...elsewhere, name: 'wrong codes that are mailed' };
  const { attempts } = await recordAttempt(db, { limit, of: userId });
  if (attempts !== limits.wrongCodesUntilMail) return;
  await jobs.enqueue(sendFactorChangeJob, { userId, change: 'wrong-codes' });
}

async function takeRecovery({ db, jobs }: Context, user: Guesser, code: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await takeRecoveryCode(tx, user.id, code))) return false;
    const self = { id: user.id, name: user.name || user.email };
    await recordChange(tx, { actor: self, action: 'user.recovery-code-used', person: self });
    await jobs.enqueue(
      sendFactorChangeJob,
      { userId: user.id, change: 'recovery-code-used' },
      { within: tx },
    );
    return true;
  });
}
