import { randomUUID } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { PgBoss } from 'pg-boss';
import { explainDatabaseError } from '../database/database-unavailable.ts';
import { ResponseWatch } from '../database/response-watch.ts';
import { watchedClient } from '../database/watched-client.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { traceparent, withSpan } from '../trace/with-span.ts';
import type { JobKind, Jobs, JobsOptions } from './jobs.ts';

/** How long running jobs have to finish when the process stops; milliseconds. */
const stopTimeout = 10_000;
/** How often an idle worker looks for a job; seconds. */
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
    async enqueue(kind, data, { singletonKey, startAfterSeconds } = {}) {
      const parent = traceparent();
      try {
        await ready(kind);
        const id = await boss.send(kind.name, parent ? { ...data, traceparent: parent } : data, {
          // Jobs without a key would all share the same one, and only the first would be created.
          singletonKey: singletonKey ?? randomUUID(),
          ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
        });
        return id !== null;
      } catch (error) {
        throw explainDatabaseError(error);
      }
    },
    async work(kind, concurrency, handler) {
      await ready(kind);
      const options = { pollingIntervalSeconds: pollSeconds, localConcurrency: concurrency };
      await boss.work<{ traceparent?: string }>(kind.name, options, async ([job]) => {
        if (job === undefined) return;
        const { traceparent: parent, ...data } = job.data ?? {};
        const work = () => handler(data as Parameters<typeof handler>[0], job.signal);
        await measured(kind.name, metrics, () =>
          withSpan(`job ${kind.name}`, { kind: SpanKind.CONSUMER, parent }, work),
        );
      });
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
