import type { PgBoss } from 'pg-boss';
import type { QueuedJob } from './jobs.ts';

/** A running job counts as ended when its process has not reported for so long. */
const HEARTBEAT_SECONDS = 20;
/** Four reports are missed before that: a database that restarts, or a busy process. */
export const HEARTBEAT_REFRESH_SECONDS = 4;
/** How often a job runs again because its process ended, in case it is the job that ends it. */
const MAX_ENDED_PROCESSES = 100;
/** How long ended jobs are kept, for `listLateJobs` and the metrics. */
const MIN_KEPT_SECONDS = 4 * 3_600;

/** Creates the queue of a job, or updates the options of an earlier version's queue. */
export async function createQueue(
  boss: PgBoss,
  { kind, schedule }: QueuedJob<object>,
): Promise<void> {
  const { name, retry, expireSeconds, queuesWhileRunning = false } = kind;
  const policy = queuesWhileRunning ? 'short' : 'exclusive';
  const options = {
    retryLimit: retry.limit + MAX_ENDED_PROCESSES,
    retryDelay: retry.delaySeconds,
    retryBackoff: true,
    expireInSeconds: expireSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    ...(schedule && {
      deleteAfterSeconds: Math.max(MIN_KEPT_SECONDS, 3 * schedule.lateAfterSeconds),
    }),
  };
  const existing = await boss.getQueue(name);
  if (existing !== null && existing.policy === policy) {
    await boss.updateQueue(name, options);
    return;
  }
  // pg-boss cannot change a policy, so the queue is created again. Jobs that were waiting in the
  // previous one are lost, so a kind may change `queuesWhileRunning` only if its work is stored
  // elsewhere.
  if (existing !== null) await boss.deleteQueue(name);
  await boss.createQueue(name, { policy, ...options });
}
