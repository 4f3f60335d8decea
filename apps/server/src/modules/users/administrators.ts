import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { Actor } from '../audit/actor.ts';

export const activeAdministrators = (db: Connection) =>
  db.selectFrom('users').select('id').where('is_admin', '=', true).where('is_active', '=', true);

/**
 * Locks, so that only one transaction at a time changes users' flags. Without it, two
 * administrators who remove each other's privileges at the same moment would leave none.
 *
 * @throws AppError `FORBIDDEN` when the actor is no longer an administrator
 */
export async function lockAdministrators(tx: Connection, actor: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(tx);
  if (actor.id === null) return;
  const found = await activeAdministrators(tx).where('id', '=', actor.id).executeTakeFirst();
  if (found === undefined) throw new AppError('FORBIDDEN', 'Admin access required');
}

/**
 * @param leaving the user who is about to be no longer an active administrator
 * @throws AppError `CONFLICT`
 */
export async function requireAnotherAdministrator(tx: Connection, leaving: string): Promise<void> {
  const found = await activeAdministrators(tx).where('id', '<>', leaving).executeTakeFirst();
  if (found === undefined) {
    throw new AppError('CONFLICT', 'The last active administrator cannot be lost');
  }
}
