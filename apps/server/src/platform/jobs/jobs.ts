import type { Connection } from '../database/create-database.ts';
import type { Log } from '../log/create-log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Schedule } from './cron.ts';

export interface JobKind<Data extends object = object> {
  name: string;
  /**
   * How often a job that threw an error is retried, and the first interval in seconds, doubled each time. A
   * job of a process that ended runs again at once and does not count.
   */
  retry: { limit: number; delaySeconds: number };
  /** A job that runs longer is given up: its signal is aborted, and it runs again. */
  expireSeconds: number;
  /**
   * Whether another job with a key can wait while one is running. For jobs that process all stored work: the
   * next job then finds the work stored after the running one has looked. Jobs with the same key may then run
   * at the same time in different processes. False when absent.
   */
  queuesWhileRunning?: boolean;
  /**
   * Whether jobs take moments: they are taken and run several at a time, and the next ones right after them.
   * Otherwise each worker looks for its next job once a second. False when absent.
   */
  isShort?: boolean;
  /** Only there to carry the type of the data. */
  data?: Data;
}

/** The key of jobs that process whatever is stored: of each kind, one waits or runs. */
export const SINGLE_JOB = 'all';

export interface EnqueueOptions {
  /**
   * While a job with the same key waits or, without `queuesWhileRunning`, runs, no other is
   * created.
   */
  singletonKey?: string;
  startAfterSeconds?: number;
  /**
   * The transaction that begins the work: the job exists if it commits. Not for a key that others use at the same
   * time, since they would wait for each other's commit.
   */
  within?: Connection;
  /** Jobs of a higher one run first; 0 when absent. A waiting job takes on that of a later one. */
  priority?: number;
}

/** The queue's settings for a job. */
export interface QueuedJob<Data extends object> {
  kind: JobKind<Data>;
  schedule?: Schedule;
  concurrency?: number;
}

/** Background jobs in PostgreSQL: any process can enqueue them, and workers run them. */
export interface Jobs {
  /** @returns whether a job was created; false when the one that `singletonKey` allows exists. */
  enqueue: <Data extends object>(
    job: QueuedJob<Data>,
    data: Data,
    options?: EnqueueOptions,
  ) => Promise<boolean>;
  /**
   * Starts running jobs of a kind in this process. A thrown error counts as a failed attempt. The
   * signal is aborted when the process stops, and when another process has taken the job over.
   */
  work: <Data extends object>(
    job: QueuedJob<Data>,
    handler: (data: Data, signal: AbortSignal) => Promise<void>,
  ) => Promise<void>;
  /** Enqueues a job by its schedule, once for all processes. */
  schedule: (job: QueuedJob<object> & { schedule: Schedule }) => Promise<void>;
  /** Stops, after waiting for running jobs for at most some seconds. */
  stop: () => Promise<void>;
}

export interface JobsOptions {
  databaseUrl: string;
  poolSize: number;
  log: Log;
  /** Records the result of each job, and how many are waiting. */
  metrics?: Metrics | undefined;
  /** How often it looks for jobs of ended processes; 10 s unless a test shortens it. */
  superviseSeconds?: number;
}
