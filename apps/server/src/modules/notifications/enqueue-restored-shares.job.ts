import { EVERY_MINUTE } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { enqueueRestoredShares } from './enqueue-restored-shares.ts';

export const enqueueRestoredSharesJob: Job = {
  kind: {
    name: 'enqueue-restored-shares',
    // The next run tries again.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 60,
  },
  schedule: EVERY_MINUTE,
  runsAtStart: true,
  documentation: {
    summary: 'Enqueues an email for each user whose shares began again with a restored account.',
    bound: '2,000 users',
    afterKill: 'The next run enqueues the rest.',
  },
  run: enqueueRestoredShares,
};
