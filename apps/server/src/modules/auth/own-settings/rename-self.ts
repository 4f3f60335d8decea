import { nameProblem } from '@repo/contract/name';
import type { Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { recordChange } from '../../audit/record-change.ts';
import { timeOfUpdate } from '../../users/time-of-update.ts';
import { refreshNames } from '../../listed-accounts/refresh-names.ts';

/**
 * Changes a user's own name, also in the accounts that they created or contribute to, as a change
 * by an administrator does.
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, or `RATE_LIMITED` after
 *   `limits.auditedChangesPerDay` changes
 */
export async function renameSelf(db: Database, userId: string, typed: string): Promise<void> {
  const name = typed.trim();
  requireValid({ name: nameProblem(name) });
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
    await refreshNames(tx, userId);
    await recordChange(tx, {
      actor: { id: userId, name: before.name || before.email },
      action: 'user.updated',
      person: { id: userId, name },
      before: { name: before.name },
      after: { name },
    });
  });
}
