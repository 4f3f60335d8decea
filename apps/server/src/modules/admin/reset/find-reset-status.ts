import type { PasswordResetStatus } from '@repo/contract/admin';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';

/**
 * Whether a link that was sent to a user can still be used. One that they requested themselves does
 * not count: an administrator can send another in addition to it.
 *
 * @throws AppError `NOT_FOUND`
 */
export async function findResetStatus(
  db: Connection,
  userId: string,
): Promise<PasswordResetStatus> {
  const found = await db
    .selectFrom('users')
    .leftJoin('password_resets', (join) =>
      join
        .onRef('password_resets.user_id', '=', 'users.id')
        .on('password_resets.expires_at', '>', sql<Date>`now()`),
    )
    .leftJoin('users as initiators', 'initiators.id', 'password_resets.initiator_id')
    .select(['password_resets.expires_at as expiresAt', 'initiators.name as initiatorName'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (found === undefined) throw notFound('User');
  const { expiresAt, initiatorName } = found;
  return expiresAt === null
    ? { hasPendingReset: false, resetToken: null }
    : {
        hasPendingReset: true,
        resetToken: { expiresAt: expiresAt.toISOString(), initiatorName },
      };
}
