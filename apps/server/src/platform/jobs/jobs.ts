import type { Log } from '../log/create-log.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** One kind of background work. */
export interface JobKind<Data extends object> {
  name: string;
  /**
   * How often and how far apart a failed job is tried again; seconds, doubled each time.
   */
  retry: { limit: number; delaySeconds: number };
  /** A job that shows no sign of life for so long is taken over by another worker. */
  expireSeconds: number;
  /**
   * Whether one more job of a key can wait while one of it runs. For jobs that process whatever is
   * stored: what is stored after the running one has looked is then seen by the next. Such jobs of
   * one key may run at the same time in different processes. False when absent.
   */
  queuesWhileRunning?: boolean;
  /** Only there to carry the type of the data. */
  data?: Data;
}

export interface EnqueueOptions {
  /** While a job of the same key waits or, without `queuesWhileRunning`, runs, no other is made. */
  singletonKey?: string;
  startAfterSeconds?: number;
}

/** Background work over PostgreSQL: any process may enqueue, the workers do it. */
export interface Jobs {
  /** @returns whether a job was made; false when the one that `singletonKey` allows exists. */
  enqueue: <Data extends object>(
    kind: JobKind<Data>,
    data: Data,
    options?: EnqueueOptions,
  ) => Promise<boolean>;
  /** Begins to do jobs of a kind in this process. A thrown error counts as a failed try. */
  work: <Data extends object>(
    kind: JobKind<Data>,
    concurrency: number,
    handler: (data: Data, signal: AbortSignal) => Promise<void>,
  ) => Promise<void>;
  /** Enqueues a kind by a cron expression in UTC, once for all processes. */
  schedule: (kind: JobKind<object>, cron: string) => Promise<void>;
  /** Lets running jobs end, at most for some seconds, and stops. */
  stop: () => Promise<void>;
}

export interface JobsOptions {
  databaseUrl: string;
  poolSize: number;
  log: Log;
  /** Told how each job ended, and what waits. */
  metrics?: Metrics | undefined;
}
