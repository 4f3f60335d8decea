import { sql } from 'kysely';
import type { Connection } from '../database/create-database.ts';
import type { QueuedJob } from './jobs.ts';

export interface QueueState {
  name: string;
  /** Counted at most a minute ago. */
  waiting: number;
  running: number;
  /** How long the oldest job that could start has waited; null if none waits. */
  oldestSeconds: number | null;
}

/**
 * The state of each kind's queue. The counts are those that the queue keeps; the oldest job is found by the
 * index of waiting jobs.
 */
export async function listQueues(
  db: Connection,
  list: readonly QueuedJob<object>[],
): Promise<QueueState[]> {
  const { rows: queues } = await sql<{ isThere: boolean }>`
    select to_regclass('pgboss.job') is not null as "isThere"`.execute(db);
  if (!queues[0]?.isThere) return [];
  const { rows } = await sql<QueueState>`
    select name, ready_count as waiting, active_count as running, extract(epoch from now() - (
      select min(start_after) from pgboss.job
      where job.name = queue.name and state < 'active' and not blocked and start_after <= now()))::float8 as "oldestSeconds"
    from pgboss.queue
    where name = any(${list.map(({ kind }) => kind.name)}::text[])
    order by name`.execute(db);
  return rows;
}
