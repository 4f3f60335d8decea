import type { Log } from '../log/create-log.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** A kind of background job. */
export interface JobKind<Data extends object = object> {
  name: string;
  /** The number of retries of a failed job and their interval; seconds, doubled each time. */
  retry: { limit: number; delaySeconds: number };
  /** A job without a heartbeat for this long is taken over by another worker. */
  expireSeconds: number;
  /**
   * Whether another job with a key can wait while one is running. For jobs that process whatever is
   * stored: what is stored after the running one has looked is then processed by the next. Jobs
   * with the same key may then run at the same time in different processes. False when absent.
   */
  queuesWhileRunning?: boolean;
  /**
   * Whether jobs take moments: they are taken and run several at a time, and the next ones right
   * after them. Otherwise each worker looks for its next job once a second. False when absent.
   */
  isShort?: boolean;
  /** Only there to carry the type of the data. */
  data?: Data;
}

export interface EnqueueOptions {
  /**
   * While a job with the same key waits or, without `queuesWhileRunning`, runs, no other is
   * created.
   */
  singletonKey?: string;
  startAfterSeconds?: number;
  /** Jobs of a higher one run first; 0 when absent. A waiting job takes on that of a later one. */
  priority?: number;
}

/** Background jobs in PostgreSQL: any process can enqueue them, and workers run them. */
export interface Jobs {
  /** @returns whether a job was created; false when the one that `singletonKey` allows exists. */
  enqueue: <Data extends object>(
    job: { kind: JobKind<Data> },
    data: Data,
    options?: EnqueueOptions,
  ) => Promise<boolean>;
  /** Starts running jobs of a kind in this process. A thrown error counts as a failed attempt. */
  work: <Data extends object>(
    kind: JobKind<Data>,
    concurrency: number,
    handler: (data: Data, signal: AbortSignal) => Promise<void>,
  ) => Promise<void>;
  /** Enqueues a kind by a cron expression in UTC, once for all processes. */
  schedule: (kind: JobKind<object>, cron: string) => Promise<void>;
  /** Stops, after waiting for running jobs for at most some seconds. */
  stop: () => Promise<void>;
}

export interface JobsOptions {
  databaseUrl: string;
  poolSize: number;
  log: Log;
  /** Records the result of each job, and how many are waiting. */
  metrics?: Metrics | undefined;
}
