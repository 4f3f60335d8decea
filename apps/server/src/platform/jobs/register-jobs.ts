import type { Job } from './job.ts';
import type { Jobs } from './jobs.ts';

/** Starts running the given jobs in this process, and enqueues them by their schedules. */
export async function registerJobs<Needs extends { jobs: Jobs }>(
  list: readonly Job<object, NoInfer<Needs>>[],
  needs: Needs,
): Promise<void> {
  const { jobs } = needs;
  for (const { kind, schedule, concurrency = 1, run } of list) {
    await jobs.work(kind, concurrency, (data, signal) => run(needs, data, signal));
    if (schedule !== undefined) await jobs.schedule(kind, schedule);
  }
}
