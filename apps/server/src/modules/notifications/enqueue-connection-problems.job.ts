import { EVERY_10_MINUTES } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { enqueueConnectionProblems } from './enqueue-connection-problems.ts';

export const enqueueConnectionProblemsJob: Job = {
  kind: {
    name: 'enqueue-connection-problems',
    // The next run tries again.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 300,
  },
  schedule: EVERY_10_MINUTES,
  documentation: {
    summary: 'Enqueues an email for each user with a connection that has to be connected again.',
    bound: '2,000 users',
    afterKill: 'The next run enqueues the rest.',
  },
  run: enqueueConnectionProblems,
};
