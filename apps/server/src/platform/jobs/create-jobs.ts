import { randomUUID } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { CompiledQuery } from 'kysely';
import { type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Connection } from '../database/create-database.ts';
import { explainDatabaseError } from '../database/database-unavailable.ts';
import { ResponseWatch } from '../database/connection/response-watch.ts';
import { watchedClient } from '../database/connection/watched-client.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { traceparent, withSpan } from '../trace/with-span.ts';
import { type Jobs, type JobsOptions, type QueuedJob, SINGLE_JOB } from './jobs.ts';
import { createQueue, HEARTBEAT_REFRESH_SECONDS } from './queues.ts';
import { startTakingOver } from './take-over.ts';

/** Timeout for running jobs to finish when the process stops; milliseconds. */
const stopTimeout = 10_000;
/** The interval at which an idle worker polls for a job; seconds. */
const pollSeconds = 1;

/** Opens the job queue in the database and creates its tables if necessary. */
export async function createJobs({
  databaseUrl,
  poolSize,
  log,
  metrics,
  superviseSeconds = 10,
}: JobsOptions): Promise<Jobs> {
  const watch = new ResponseWatch(databaseUrl);
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    // How soon it notices that the process of a job ended, and that a minute has passed.
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    cronMonitorIntervalSeconds: 10,
    // Ended jobs are counted at each of these moments.
    maintenanceIntervalSeconds: 3_600,
    // Passed on to the pool, although pg-boss does not declare it.
    ...({ Client: watchedClient(watch) } as object),
  });
  let isStopping = false;
  boss.on('error', (error) => {
    // Connections are expected to end while the queue stops.
    if (!isStopping) log.error({ reason: error.message }, 'job queue');
  });
  await boss.start();
  if (metrics) observeQueues(boss, metrics);
  const takingOver = startTakingOver(boss, { log, intervalMs: superviseSeconds * 500 });

  const made = new Map<string, Promise<void>>();
  const ready = (job: QueuedJob<object>): Promise<void> => {
    const { name } = job.kind;
    const making = made.get(name) ?? createQueue(boss, job);
    made.set(name, making);
    // Not retried: the next run does the same.
    making.catch(() => made.delete(name));
    return making;
  };

  return {
    async enqueue(job, data, { singletonKey, startAfterSeconds, priority, within } = {}) {
      const parent = traceparent();
      try {
        const { name } = job.kind;
        await ready(job);
        const id = await boss.send(name, parent ? { ...data, traceparent: parent } : data, {
          // Jobs without a key would all share the same one, and only the first would be created.
          singletonKey: singletonKey ?? randomUUID(),
          ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
          ...(priority !== undefined && { priority }),
          ...(within !== undefined && { db: connectionOf(within) }),
        });
        if (id === null && singletonKey !== undefined && priority !== undefined) {
          await raisePriority(boss, name, { singletonKey, priority });
        }
        return id !== null;
      } catch (error) {
        throw explainDatabaseError(error);
      }
    },
    async work(job, handler) {
      const { kind, concurrency = 1 } = job;
      await ready(job);
      const run = async ({ data: given, signal }: Job<{ traceparent?: string }>) => {
        const { traceparent: parent, ...data } = given ?? {};
        const work = () => handler(data as Parameters<typeof handler>[0], signal);
        await measured(kind.name, metrics, () =>
          withSpan(`job ${kind.name}`, { kind: SpanKind.CONSUMER, parent }, work),
        );
      };
      const result = resultOf(run, kind.retry.limit);
      await boss.work(
        kind.name,
        {
          pollingIntervalSeconds: pollSeconds,
          heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
          perJobResults: true,
          ...(kind.isShort
            ? { batchSize: concurrency, burstWhenBatchFull: true }
            : { localConcurrency: concurrency }),
        },
        (jobs: Job<{ traceparent?: string }>[]) => Promise.all(jobs.map(result)),
      );
    },
    async schedule(job) {
      await ready(job);
      const { kind, schedule } = job;
      await boss.schedule(kind.name, schedule.cron, null, { singletonKey: SINGLE_JOB });
    },
    async stop() {
      isStopping = true;
      takingOver.stop();
      await boss.stop({ graceful: true, timeout: stopTimeout });
      watch.close();
    },
  };
}

/**
 * Runs one job of a batch and returns how it ended, so that a failure does not fail the others. The
 * queue itself would retry it more often than `retryLimit`, since it counts ended processes as well.
 */
const resultOf =
  <Data>(run: (job: Job<Data>) => Promise<void>, retryLimit: number) =>
  async (job: Job<Data>): Promise<JobResult> => {
    try {
      await run(job);
      return { id: job.id, status: 'completed' };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const isLast = job.retryCount >= retryLimit;
      return { id: job.id, status: isLast ? 'deadletter' : 'failed', output: { message } };
    }
  };

/** Lets the queue send its statements over the connection of a transaction. */
const connectionOf = (tx: Connection) => ({
  async executeSql(text: string, values?: unknown[]) {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values ?? []));
    return { rows };
  },
});

/** Raises the priority of the waiting job with a key, if it is lower. */
async function raisePriority(
  boss: PgBoss,
  name: string,
  { singletonKey, priority }: { singletonKey: string; priority: number },
): Promise<void> {
  const waiting = await boss.findJobs(name, { key: singletonKey, queued: true });
  for (const { id, priority: present } of waiting) {
    if (present < priority) await boss.update(name, undefined, { id, priority });
  }
}

async function measured(
  name: string,
  metrics: Metrics | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const begun = performance.now();
  const end = (outcome: 'done' | 'failed') =>
    metrics?.jobEnded({ name, outcome, seconds: (performance.now() - begun) / 1_000 });
  try {
    await work();
    end('done');
  } catch (error) {
    end('failed');
    throw error;
  }
}

/** The queue counts its jobs once a minute; a scrape reads the last result. */
function observeQueues(boss: PgBoss, metrics: Metrics): void {
  metrics.gauge({
    name: 'job_queue',
    help: 'Jobs by queue and state; the same from every process, and up to a minute old.',
    labels: ['name', 'state'],
    read: async () =>
      (await boss.getQueues()).flatMap(
        ({ name, readyCount, deferredCount, activeCount, failedCount }) =>
          Object.entries({
            ready: readyCount,
            deferred: deferredCount,
            active: activeCount,
            failed: failedCount,
          }).map(([state, value]) => ({ labels: { name, state }, value })),
      ),
  });
}
