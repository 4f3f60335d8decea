import { EVERY_15_MINUTES } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { enqueueDigests } from './enqueue-digests.ts';

export const enqueueDigestsJob: Job = {
  kind: {
    name: 'enqueue-weekly-digests',
    // Not retried: the next run enqueues them.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 600,
  },
  schedule: EVERY_15_MINUTES,
  documentation: {
    summary:
      "Enqueues the weekly digest of each user in whose time zone it is Monday after 8 o'clock.",
    bound: '4,000 digests',
    afterKill:
      'The next run enqueues the rest; a user whose digest waits already gets no second one.',
  },
  run: async (context) => void (await enqueueDigests(context)),
};
