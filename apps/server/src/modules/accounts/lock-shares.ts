import { sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/create-database.ts';
import { isDistributed } from '../../platform/database/distribution/is-distributed.ts';

/*
 * On a cluster an account lies on another node than the shares with it, and a transaction commits on one
 * after the other. A transaction that locks the account then may still not see a share that was stored while it
 * could be shared with. A lock by name stays on the coordinator until all nodes have committed.
 */

/** For a transaction that stores a share with an account, which it has locked before; only on a cluster. */
export async function lockShares(tx: Connection, accountId: string): Promise<void> {
  if (!isDistributed(tx)) return;
  await sql`select pg_advisory_xact_lock_shared(${nameOf(accountId)})`.execute(tx);
}

/**
 * Waits until shares that are being stored with an account can be seen. Belongs before looking for the
 * last shares with one that is gone, which gets no more.
 */
export async function awaitShares(db: Database, accountId: string): Promise<void> {
  if (!isDistributed(db)) return;
  await sql`select pg_advisory_xact_lock(${nameOf(accountId)})`.execute(db);
}

const nameOf = (accountId: string) =>
  sql`hashtextextended('shares of ' || ${accountId}::uuid::text, 0)`;
