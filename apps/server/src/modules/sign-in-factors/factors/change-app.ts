import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { AppError, notFound, validationFailed } from '#platform/http/app-error.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { rememberNetwork } from '#modules/auth/guess-budget.ts';
import { endOtherSessions } from '#modules/auth/own-sessions.ts';
import { storeApp } from './authenticator-app.ts';
import { stepsOf } from './list-factors.ts';
import { removeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { openToken, sealToken } from '../second-step/sealed-token.ts';
import { sendFactorChangeJob } from '../send-factor-change.job.ts';
import type { FactorChange } from '../send-factor-change.ts';
import { takeToken } from '../second-step/take-token.ts';
import { createTotpSecret, findStep, toBase32, totpAddress } from './totp.ts';

/** The user whose factors change, by themselves. */
type Self = Pick<SignedIn, 'id' | 'name' | 'email' | 'sessionId'>;

const perDay = {
  name: 'changes of your second factors',
  attempts: limits.factorChangesPerDay,
  windowSeconds: 86_400,
};

const purposeOf = (userId: string) => `set up an authenticator app of ${userId}`;

/** Creates the secret of an authenticator app. Nothing is stored: the token brings it back with the confirmation. */
export function beginApp(
  { config, secretBox }: Context,
  { id, email }: Self,
): { key: string; address: string; setUpToken: string } {
  const secret = createTotpSecret();
  return {
    key: toBase32(secret),
    address: totpAddress(secret, { issuer: config.productName || 'Account Tracker', email }),
    setUpToken: sealToken(secretBox, purposeOf(id), limits.setUpMinutes, {
      secret: secret.toString('base64'),
    }),
  };
}

/**
 * Stores an authenticator app that a code of it confirms. The user's first factor ends their other sessions:
 * who opened one by the password alone would stay signed in.
 *
 * @returns recovery codes, if it is the user's first factor.
 * @throws AppError `VALIDATION_FAILED`, `RATE_LIMITED`, or `CONFLICT` for a token that has expired or was used
 */
export async function confirmApp(
  context: Context,
  self: Self,
  { setUpToken, code, from }: { setUpToken: string; code: string; from: string },
): Promise<string[] | null> {
  const { db, secretBox } = context;
  const content = openToken(secretBox, purposeOf(self.id), setUpToken);
  if (content === undefined) throw beginAgain();
  const secret = Buffer.from(String(content['secret']), 'base64');
  const step = findStep(secret, code, new Date());
  if (step === undefined) {
    const message = 'This code is not correct. Is the clock of the device right?';
    throw validationFailed([{ field: 'code', message }]);
  }
  await countAttempt(db, [{ limit: perDay, of: self.id }], perDay.name);
  // Repeated, it would make used codes of the app work again.
  if (!(await takeToken(db, setUpToken, limits.setUpMinutes))) throw beginAgain();
  const recoveryCodes = await db.transaction().execute(async (tx) => {
    await lockFactors(tx, self.id);
    const isFirst = (await stepsOf(tx, self.id)).length === 0;
    // After the lock: a sign-in that waits for it looks for factors again.
    if (isFirst) await endOtherSessions(tx, self);
    await storeApp(tx, secretBox, { userId: self.id, secret, step });
    const codes = isFirst ? await replaceRecoveryCodes(tx, self.id) : null;
    await noteChange(context, tx, self, 'user.factor-added', 'app-added');
    return codes;
  });
  await rememberNetwork(db, { email: self.email, from, of: 'code' });
  return recoveryCodes;
}

const beginAgain = () =>
  new AppError('CONFLICT', 'This set-up has ended. Begin again with a new QR code.');

/** @throws AppError `NOT_FOUND` or `RATE_LIMITED` */
export async function removeApp(context: Context, self: Self): Promise<void> {
  await countAttempt(context.db, [{ limit: perDay, of: self.id }], perDay.name);
  await context.db.transaction().execute(async (tx) => {
    await lockFactors(tx, self.id);
    const { numDeletedRows } = await tx
      .deleteFrom('authenticator_apps')
      .where('user_id', '=', self.id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw notFound('Authenticator app');
    if ((await stepsOf(tx, self.id)).length === 0) await removeRecoveryCodes(tx, self.id);
    await noteChange(context, tx, self, 'user.factor-removed', 'app-removed');
  });
}

/** @throws AppError `RATE_LIMITED`, or `CONFLICT` for a user without a factor */
export async function makeRecoveryCodes(context: Context, self: Self): Promise<string[]> {
  await countAttempt(context.db, [{ limit: perDay, of: self.id }], perDay.name);
  return context.db.transaction().execute(async (tx) => {
    await lockFactors(tx, self.id);
    if ((await stepsOf(tx, self.id)).length === 0) {
      throw new AppError('CONFLICT', 'Set up an authenticator app first.');
    }
    const codes = await replaceRecoveryCodes(tx, self.id);
    await noteChange(context, tx, self, 'user.recovery-codes-made', 'recovery-codes-made');
    return codes;
  });
}

/**
 * Lets changes of one user's factors run one after the other, and none come after a deactivation at the same time.
 *
 * @throws AppError `UNAUTHENTICATED`
 */
export async function lockFactors(tx: Connection, userId: string): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new AppError('UNAUTHENTICATED', 'Not authenticated');
}

async function noteChange(
  { jobs }: Context,
  tx: Connection,
  self: Self,
  action: 'user.factor-added' | 'user.factor-removed' | 'user.recovery-codes-made',
  change: FactorChange['change'],
): Promise<void> {
  const person = { id: self.id, name: self.name || self.email };
  await recordChange(tx, { actor: person, action, person });
  // In the same transaction: the email is the defence against a stolen session, and must not be lost.
  await jobs.enqueue(sendFactorChangeJob, { userId: self.id, change }, { within: tx });
}
