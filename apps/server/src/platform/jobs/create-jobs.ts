import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import type { JobKind, Jobs, JobsOptions } from './jobs.ts';

/** How long running jobs get to end when the process stops; milliseconds. */
const stopTimeout = 10_000;
/** How often an idle worker looks for a job; seconds. */
const pollSeconds = 1;

/** Opens the job queue in the database, making its tables when they are missing. */
export async function createJobs({ databaseUrl, poolSize, log }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: poolSize });
  let isStopping = false;
  boss.on('error', (error) => {
    // While it stops, its connections are meant to end.
    if (!isStopping) log.error({ reason: error.message }, 'job queue');
  });
  await boss.start();

  const made = new Map<string, Promise<void>>();
  const ready = ({ name, retry, expireSeconds }: JobKind<object>): Promise<void> => {
    const making =
      made.get(name) ??
      boss.createQueue(name, {
        policy: 'exclusive',
        retryLimit: retry.limit,
        retryDelay: retry.delaySeconds,
        retryBackoff: true,
        expireInSeconds: expireSeconds,
      });
    made.set(name, making);
    // The next one tries again.
    making.catch(() => made.delete(name));
    return making;
  };

  return {
    async enqueue(kind, data, { singletonKey, startAfterSeconds } = {}) {
      await ready(kind);
      const id = await boss.send(kind.name, data, {
        // Jobs without a key would all have the same one, and only the first would be made.
        singletonKey: singletonKey ?? randomUUID(),
        ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
      });
      return id !== null;
    },
    async work(kind, concurrency, handler) {
      await ready(kind);
      const options = { pollingIntervalSeconds: pollSeconds, localConcurrency: concurrency };
      await boss.work<object>(kind.name, options, async ([job]) => {
        if (job) await handler(job.data as Parameters<typeof handler>[0], job.signal);
      });
    },
    async schedule(kind, cron) {
      await ready(kind);
      await boss.schedule(kind.name, cron);
    },
    async stop() {
      isStopping = true;
      await boss.stop({ graceful: true, timeout: stopTimeout });
    },
  };
}
