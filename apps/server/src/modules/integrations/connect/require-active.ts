import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { lockOwner } from '../../activities/lock-owner.ts';

/** @throws AppError `CONFLICT` for a user who is deactivated */
export async function requireActive(db: Connection, ownerId: string): Promise<void> {
  const { is_active: isActive } = await db
    .selectFrom('users')
    .select('is_active')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  if (!isActive) throw deactivated();
}

/**
 * Checks a user who stores a connection, after the connection is locked (docs/ARCHITECTURE.md, "Lock order").
 * Locks the user: handing them over deletes all credentials in one transaction, and none may be stored beside
 * it.
 */
export async function lockActive(tx: Connection, ownerId: string): Promise<void> {
  await lockOwner(tx, ownerId);
  await requireActive(tx, ownerId);
}

export const deactivated = () => new AppError('CONFLICT', 'This account is deactivated.');
