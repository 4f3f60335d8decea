import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';

/**
 * Lets one transaction at a time change what a person captures, tracks and shares; until it ends,
 * the others wait (docs/ARCHITECTURE.md, "Lock order").
 *
 * Without it a domain that is shared while a page of mail is captured would miss that page: each
 * side would read what the other has not committed yet.
 */
export async function lockOwner(tx: Connection, ownerId: string): Promise<void> {
  await sql`select from users where id = ${ownerId} for no key update`.execute(tx);
}
