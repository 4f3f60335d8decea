import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { storageOf } from './publishing/storage/storage-of.ts';

/** Limits the wait for each lock that a transaction takes from now on. It waits without an end if `waitMs` is 0. */
export async function limitWait(tx: Connection, waitMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`.execute(tx);
  if (waitMs > 0) await storageOf(tx).limitWaitOnNodes(tx, waitMs);
}
