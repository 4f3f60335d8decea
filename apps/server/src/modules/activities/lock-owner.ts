import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { isDistributed } from '../../platform/database/distribution/is-distributed.ts';

/**
 * Locks a user, so that only one transaction at a time changes what they capture, track and share;
 * the others wait until it ends (docs/ARCHITECTURE.md, "Lock order").
 *
 * Without it, a domain that is shared while a page of mail is captured would miss that page:
 * neither transaction would see what the other has not committed yet.
 *
 * On a cluster a row lock of a table that every node has a copy of locks the whole table. A lock by name
 * is held on the coordinator there, which all processes are connected to.
 */
export async function lockOwner(tx: Connection, ownerId: string): Promise<void> {
  const lock = isDistributed(tx)
    ? sql`select pg_advisory_xact_lock(${nameOf(ownerId)})`
    : sql`select from users where id = ${ownerId} for no key update`;
  await lock.execute(tx);
}

/** Keeps others from locking users, in the order of their ids; only on a cluster. */
export async function shareOwnersOnCluster(
  tx: Connection,
  ownerIds: readonly string[],
): Promise<void> {
  if (!isDistributed(tx)) return;
  for (const ownerId of [...new Set(ownerIds)].sort()) {
    await sql`select pg_advisory_xact_lock_shared(${nameOf(ownerId)})`.execute(tx);
  }
}

const nameOf = (ownerId: string) => sql`hashtextextended('owner ' || ${ownerId}::uuid::text, 0)`;
