import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Database } from '#platform/database/create-database.ts';
import { isOnCluster } from './create-test-database.ts';

/** Transactions that wait for a lock, each once: on a cluster several nodes can be part of one. */
const onCluster = sql`
  select distinct global_pid from citus_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;
const onOneNode = sql`
  select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** How many transactions of the database wait for a lock. */
export async function countWaiting(db: Database): Promise<number> {
  const { rows } = await (isOnCluster() ? onCluster : onOneNode).execute(db);
  return rows.length;
}

/** Waits until so many do. */
export async function waitForLocks(db: Database, count: number): Promise<void> {
  await vi.waitFor(async () => expect(await countWaiting(db)).toBe(count), { timeout: 20_000 });
}
