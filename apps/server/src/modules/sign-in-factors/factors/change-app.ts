import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import { AppError, notFound, validationFailed } from '#platform/http/app-error.ts';
import { rememberNetwork } from '#modules/auth/guess-budget.ts';
import { storeApp } from './authenticator-app.ts';
import { stepsOf } from './list-factors.ts';
import {
  addFactor,
  countChange,
  lockFactors,
  noteChange,
  removeFactor,
  type Self,
} from './own-factors.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { openToken, sealToken } from '#modules/auth/sealed-token.ts';
import { takeToken } from '#modules/auth/take-token.ts';
import { createTotpSecret, findStep, toBase32, totpAddress } from './totp.ts';

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
 * Stores an authenticator app that a code of it confirms.
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
  await countChange(db, self);
  // Repeated, it would make used codes of the app work again.
  if (!(await takeToken(db, setUpToken, limits.setUpMinutes))) throw beginAgain();
  const recoveryCodes = await db.transaction().execute((tx) =>
    addFactor(context, tx, self, {
      store: () => storeApp(tx, secretBox, { userId: self.id, secret, step }),
      change: 'app-added',
    }),
  );
  await rememberNetwork(db, { email: self.email, from, of: 'code' });
  return recoveryCodes;
}

const beginAgain = () =>
  new AppError('CONFLICT', 'This set-up has ended. Begin again with a new QR code.');

/** @throws AppError `NOT_FOUND` or `RATE_LIMITED` */
export async function removeApp(context: Context, self: Self): Promise<void> {
  await countChange(context.db, self);
  await context.db.transaction().execute((tx) =>
    removeFactor(context, tx, self, {
      change: 'app-removed',
      async remove() {
        const { numDeletedRows } = await tx
          .deleteFrom('authenticator_apps')
          .where('user_id', '=', self.id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) throw notFound('Authenticator app');
      },
    }),
  );
}

/** @throws AppError `RATE_LIMITED`, or `CONFLICT` for a user without a factor */
export async function makeRecoveryCodes(context: Context, self: Self): Promise<string[]> {
  await countChange(context.db, self);
  return context.db.transaction().execute(async (tx) => {
    await lockFactors(tx, self.id);
    if ((await stepsOf(tx, self.id)).length === 0) {
      throw new AppError('CONFLICT', 'Set up an authenticator app or a passkey first.');
    }
    const codes = await replaceRecoveryCodes(tx, self.id);
    await noteChange(context, tx, self, {
      action: 'user.recovery-codes-made',
      change: 'recovery-codes-made',
    });
    return codes;
  });
}
