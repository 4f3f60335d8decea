import type { Context } from '#platform/context.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { stepsOf } from './list-factors.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';
import { sendFactorChangeJob } from '../send-factor-change.job.ts';

/**
 * Removes all factors of a user who lost them, and ends their sessions.
 *
 * @throws AppError `NOT_FOUND`, `RATE_LIMITED`, or `CONFLICT` for a user without one
 */
export async function resetFactors(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  actor: Actor,
  userId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (user === undefined) throw notFound('User');
    if ((await stepsOf(tx, userId)).length === 0) {
      throw new AppError('CONFLICT', 'This user has no second factor.');
    }
    await tx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute();
    await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
    await removeRecoveryCodes(tx, userId);
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
    const person = { id: userId, name: user.name || user.email };
    await recordChange(tx, { actor, action: 'user.factors-reset', person });
    await jobs.enqueue(sendFactorChangeJob, { userId, change: 'reset' }, { within: tx });
  });
}
