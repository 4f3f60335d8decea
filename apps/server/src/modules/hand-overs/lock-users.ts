import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { lockOwner, shareOwnersOnCluster } from '../activities/lock-owner.ts';

export interface LockedUser {
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  isActive: boolean;
  updatedAt: Date;
}

/**
 * @param what the user is to whom the caller may see.
 * @throws AppError `NOT_FOUND`
 */
export async function lockLeaver(
  tx: Connection,
  userId: string,
  what = 'User',
): Promise<LockedUser> {
  await lockOwner(tx, userId);
  const user = await find(tx, userId);
  if (user === undefined) throw notFound(what);
  return user;
}

/** Keeps a successor from leaving and from being renamed until the transaction ends. */
export async function lockSuccessor(
  tx: Connection,
  userId: string,
): Promise<LockedUser | undefined> {
  await shareOwnersOnCluster(tx, [userId]);
  await tx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute();
  return find(tx, userId);
}

const find = (tx: Connection, userId: string): Promise<LockedUser | undefined> =>
  tx
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'is_admin as isAdmin',
      'is_active as isActive',
      'updated_at as updatedAt',
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
