import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Actor } from '../audit/actor.ts';
import { activeAdministrators } from './active-administrators.ts';

/**
 * Lets one transaction at a time change people's flags. Without it, two administrators who take
 * each other's privileges in the same moment would leave none.
 *
 * @throws AppError `FORBIDDEN` when the actor was an administrator only until now
 */
export async function lockAdministrators(tx: Connection, actor: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(tx);
  if (actor.id === null) return;
  const found = await activeAdministrators(tx).where('id', '=', actor.id).executeTakeFirst();
  if (found === undefined) throw new AppError('FORBIDDEN', 'Admin access required');
}

/**
 * @param leaving who is about to be no active administrator any more
 * @throws AppError `CONFLICT`
 */
export async function requireAnotherAdministrator(tx: Connection, leaving: string): Promise<void> {
  const found = await activeAdministrators(tx).where('id', '<>', leaving).executeTakeFirst();
  if (found === undefined) {
    throw new AppError('CONFLICT', 'The last active administrator cannot be lost');
  }
}
