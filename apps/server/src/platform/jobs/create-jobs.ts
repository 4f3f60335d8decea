import { randomUUID } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { type Job, type JobResult, PgBoss } from 'pg-boss';
import { explainDatabaseError } from '../database/database-unavailable.ts';
import { ResponseWatch } from '../database/connection/response-watch.ts';
import { watchedClient } from '../database/connection/watched-client.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { traceparent, withSpan } from '../trace/with-span.ts';
import type { JobKind, Jobs, JobsOptions } from './jobs.ts';

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
}: JobsOptions): Promise<Jobs> {
  const watch = new ResponseWatch(databaseUrl);
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
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

  const made = new Map<string, Promise<void>>();
  const ready = (kind: JobKind<object>): Promise<void> => {
    const making = made.get(kind.name) ?? ensureQueue(boss, kind);
    made.set(kind.name, making);
    // Not retried: the next run does the same.
    making.catch(() => made.delete(kind.name));
    return making;
  };

  return {
    async enqueue({ kind }, data, { singletonKey, startAfterSeconds, priority } = {}) {
      const parent = traceparent();
      try {
        await ready(kind);
        const id = await boss.send(kind.name, parent ? { ...data, traceparent: parent } : data, {
          // Jobs without a key would all share the same one, and only the first would be created.
          singletonKey: singletonKey ?? randomUUID(),
          ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
          ...(priority !== undefined && { priority }),
        });
        if (id === null && singletonKey !== undefined && priority !== undefined) {
          await raisePriority(boss, kind.name, { singletonKey, priority });
        }
        return id !== null;
      } catch (error) {
        throw explainDatabaseError(error);
      }
    },
    async work(kind, concurrency, handler) {
      await ready(kind);
      const run = async (job: Job<{ traceparent?: string }>) => {
        const { traceparent: parent, ...data } = job.data ?? {};
        const work = () => handler(data as Parameters<typeof handler>[0], job.signal);
        await measured(kind.name, metrics, () =>
          withSpan(`job ${kind.name}`, { kind: SpanKind.CONSUMER, parent }, work),
        );
      };
      const options = { pollingIntervalSeconds: pollSeconds };
      if (kind.isShort) {
        await boss.work(
          kind.name,
          { ...options, batchSize: concurrency, burstWhenBatchFull: true, perJobResults: true },
          (jobs: Job<{ traceparent?: string }>[]) => Promise.all(jobs.map(resultOf(run))),
        );
        return;
      }
      await boss.work<{ traceparent?: string }>(
        kind.name,
        { ...options, localConcurrency: concurrency },
        async ([job]) => job && run(job),
      );
    },
    async schedule(kind, cron) {
      await ready(kind);
      await boss.schedule(kind.name, cron);
    },
    async stop() {
      isStopping = true;
      await boss.stop({ graceful: true, timeout: stopTimeout });
      watch.close();
    },
  };
}

/** Runs one job of a batch and returns how it ended, so that a failure does not fail the others. */
const resultOf =
  <Data>(run: (job: Job<Data>) => Promise<void>) =>
  async (job: Job<Data>): Promise<JobResult> => {
    try {
      await run(job);
      return { id: job.id, status: 'completed' };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { id: job.id, status: 'failed', output: { message } };
    }
  };

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

async function ensureQueue(
  boss: PgBoss,
  { name, retry, expireSeconds, queuesWhileRunning = false }: JobKind<object>,
): Promise<void> {
  const policy = queuesWhileRunning ? 'short' : 'exclusive';
  const existing = await boss.getQueue(name);
  // pg-boss cannot change a policy, so the queue is created again. Jobs that were waiting in the
  // previous one are lost, so a kind may change `queuesWhileRunning` only if its work is stored
  // elsewhere.
  if (existing !== null && existing.policy !== policy) await boss.deleteQueue(name);
  await boss.createQueue(name, {
    policy,
    retryLimit: retry.limit,
    retryDelay: retry.delaySeconds,
    retryBackoff: true,
    expireInSeconds: expireSeconds,
  });
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
