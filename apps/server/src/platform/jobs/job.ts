import type { Context } from '../context.ts';
import type { Database } from '../database/create-database.ts';
import type { Schedule } from './cron.ts';
import type { JobKind } from './jobs.ts';

/**
 * A kind of background job with its trigger and its work. Each is the one export of a `*.job.ts`;
 * `src/all-jobs.ts` lists them and `docs/jobs.md` describes them.
 */
export interface Job<Data extends object = object, Needs = Context> {
  kind: JobKind<Data>;
  /** Absent where only requests and other jobs enqueue it. */
  schedule?: Schedule;
  /**
   * Whether every process that starts enqueues one, so that work begun by a killed process does not wait for
   * the schedule.
   */
  runsAtStart?: true;
  /**
   * Whether stored work waits for the job; one indexed look every few seconds. Work that is stored with the
   * change that begins it is then taken up, even when the process ends before it enqueues the job.
   */
  hasWork?(db: Database): Promise<boolean>;
  /** Jobs of this kind that one process runs at the same time; 1 when absent. */
  concurrency?: number;
  documentation: JobDocumentation;
  /** A thrown error counts as a failed attempt. Stops at the next safe point after `signal`. */
  run(needs: Needs, data: Data, signal: AbortSignal): Promise<void>;
}

/** The texts of `docs/jobs.md` that do not follow from the kind and its schedule. */
export interface JobDocumentation {
  /** Begins with a verb in the third person. */
  summary: string;
  /** The code that enqueues it, besides its schedule. */
  enqueuedBy?: string;
  /** The limit of one run, in work or in time. */
  bound: string;
  /** The state that a killed process leaves, and who continues from it. */
  afterKill: string;
}
