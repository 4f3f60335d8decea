import type { Job } from './job.ts';
import { type Jobs, SINGLE_JOB } from './jobs.ts';

/** Starts running the given jobs in this process, and enqueues them by their schedules. */
export async function registerJobs<Needs extends { jobs: Jobs }>(
  list: readonly Job<object, NoInfer<Needs>>[],
  needs: Needs,
): Promise<void> {
  const { jobs } = needs;
  for (const job of list) {
    await jobs.work(job, (data, signal) => job.run(needs, data, signal));
    if (job.schedule !== undefined) await jobs.schedule({ ...job, schedule: job.schedule });
  }
}

/** Enqueues the jobs that continue the work of a killed process, whatever this process does. */
export async function enqueueAtStart(
  list: readonly Job<object, never>[],
  jobs: Jobs,
): Promise<void> {
  for (const job of list) {
    if (job.runsAtStart) await jobs.enqueue(job, {}, { singletonKey: SINGLE_JOB });
  }
}
