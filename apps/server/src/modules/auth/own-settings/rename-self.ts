import { nameProblem } from '@repo/contract/name';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import { recordChange } from '../../audit/record-change.ts';
import { timeOfUpdate } from '../../users/time-of-update.ts';
import { enqueueNames } from '../../listed-accounts/refresh-names.job.ts';
import { refreshNames } from '../../listed-accounts/refresh-names.ts';

/**
 * Changes a user's own name, also in the accounts that they created or contribute to, as a change
 * by an administrator does: for as long as the client waits, and the rest by a job.
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, or `RATE_LIMITED` after
 *   `limits.auditedChangesPerDay` changes
 */
export async function renameSelf(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  userId: string,
  typed: string,
): Promise<void> {
  const name = typed.trim();
  requireValid({ name: nameProblem(name) });
  const isOver = respondDeadline();
  await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('users')
      .select(['name', 'email', 'updated_at as updatedAt'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (before === undefined) throw notFound('User');
    if (before.name === name) return;
    await tx
      .updateTable('users')
      .set({
        name,
        updated_at: timeOfUpdate(before.updatedAt),
      })
      .where('id', '=', userId)
      .execute();
    await enqueueNames({ jobs }, userId, tx);
    await recordChange(tx, {
      actor: { id: userId, name: before.name || before.email },
      action: 'user.updated',
      person: { id: userId, name },
      before: { name: before.name },
      after: { name },
    });
  });
  await refreshNames(db, userId, isOver);
}
