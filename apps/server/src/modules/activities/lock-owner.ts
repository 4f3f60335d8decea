import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';

/**
 * Locks a user, so that only one transaction at a time changes what they capture, track and share;
 * the others wait until it ends (docs/ARCHITECTURE.md, "Lock order").
 *
 * Without it, a domain that is shared while a page of mail is captured would miss that page:
 * neither transaction would see what the other has not committed yet.
 */
export async function lockOwner(tx: Connection, ownerId: string): Promise<void> {
  await sql`select from users where id = ${ownerId} for no key update`.execute(tx);
}
