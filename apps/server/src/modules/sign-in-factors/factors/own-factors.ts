import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { AppError } from '#platform/http/app-error.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { endOtherSessions } from '#modules/auth/own-sessions.ts';
import { sendFactorChangeJob } from '../send-factor-change.job.ts';
import type { FactorChange } from '../send-factor-change.ts';
import { stepsOf } from './list-factors.ts';
import { removeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';

/** The user whose factors change, by themselves. */
export type Self = Pick<SignedIn, 'id' | 'name' | 'email' | 'sessionId'>;

const perDay = {
  name: 'changes of your second factors',
  attempts: limits.factorChangesPerDay,
  windowSeconds: 86_400,
};

/** @throws AppError `RATE_LIMITED` */
export const countChange = async (db: Database, self: Self): Promise<void> =>
  void (await countAttempt(db, [{ limit: perDay, of: self.id }], perDay.name));

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

/**
 * Stores a factor. The user's first one ends their other sessions: who opened one by the password alone would stay
 * signed in.
 *
 * @returns recovery codes, if it is the first.
 */
export async function addFactor(
  context: Context,
  tx: Connection,
  self: Self,
  { store, change }: { store: () => Promise<void>; change: FactorChange['change'] },
): Promise<string[] | null> {
  await lockFactors(tx, self.id);
  const isFirst = (await stepsOf(tx, self.id)).length === 0;
  // After the lock: a sign-in that waits for it looks for factors again.
  if (isFirst) await endOtherSessions(tx, self);
  await store();
  const codes = isFirst ? await replaceRecoveryCodes(tx, self.id) : null;
  await noteChange(context, tx, self, { action: 'user.factor-added', change });
  return codes;
}

/** Removes a factor, and the recovery codes with the last one. */
export async function removeFactor(
  context: Context,
  tx: Connection,
  self: Self,
  { remove, change }: { remove: () => Promise<void>; change: FactorChange['change'] },
): Promise<void> {
  await lockFactors(tx, self.id);
  await remove();
  if ((await stepsOf(tx, self.id)).length === 0) await removeRecoveryCodes(tx, self.id);
  await noteChange(context, tx, self, { action: 'user.factor-removed', change });
}

interface NotedChange {
  action: 'user.factor-added' | 'user.factor-removed' | 'user.recovery-codes-made';
  change: FactorChange['change'];
}

export async function noteChange(
  { jobs }: Context,
  tx: Connection,
  self: Self,
  { action, change }: NotedChange,
): Promise<void> {
  const person = { id: self.id, name: self.name || self.email };
  await recordChange(tx, { actor: person, action, person });
  // In the same transaction: the email is the defence against a stolen session, and must not be lost.
  await jobs.enqueue(sendFactorChangeJob, { userId: self.id, change }, { within: tx });
}
