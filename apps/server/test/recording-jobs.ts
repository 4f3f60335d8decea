import type { EnqueueOptions, Jobs, QueuedJob } from '#platform/jobs/jobs.ts';

export interface RecordedJob {
  kind: string;
  data: object;
  options: EnqueueOptions;
}

export interface RecordingJobs extends Jobs {
  /** Enqueued jobs that have not run yet, in order. */
  recorded: RecordedJob[];
  /**
   * Runs the recorded jobs, and those that they enqueue, with the handlers passed to `work`. Jobs
   * of a kind without a handler remain recorded. Rejects when a job fails.
   */
  run: () => Promise<void>;
}

type Handler = (data: object, signal: AbortSignal) => Promise<void>;

/** A job queue for tests: records enqueued jobs until the test runs them. */
export function createRecordingJobs(): RecordingJobs {
  const handlers = new Map<string, Handler>();
  const jobs: RecordingJobs = {
    recorded: [],
    async enqueue({ kind }, data, options = {}) {
      const { singletonKey } = options;
      const waits = ({ kind: other, options: given }: RecordedJob) =>
        other === kind.name && given.singletonKey === singletonKey;
      if (singletonKey !== undefined && jobs.recorded.some(waits)) return false;
      jobs.recorded.push({ kind: kind.name, data, options });
      return true;
    },
    async work<Data extends object>(
      { kind: { name } }: QueuedJob<Data>,
      handler: (data: Data, signal: AbortSignal) => Promise<void>,
    ) {
      handlers.set(name, (data, signal) => handler(data as Data, signal));
    },
    schedule: async () => {},
    stop: async () => {},
    async run() {
      const isRunnable = ({ kind }: RecordedJob) => handlers.has(kind);
      for (let job = jobs.recorded.find(isRunnable); job; job = jobs.recorded.find(isRunnable)) {
        jobs.recorded.splice(jobs.recorded.indexOf(job), 1);
        await handlers.get(job.kind)?.(job.data, AbortSignal.timeout(60_000));
      }
    },
  };
  return jobs;
}
