import { EVERY_15_MINUTES } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { enqueueMorningMails } from './enqueue-morning-mails.ts';

export const enqueueMorningMailsJob: Job = {
  kind: {
    name: 'enqueue-morning-mails',
    // Not retried: the next run enqueues them.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 600,
  },
  schedule: EVERY_15_MINUTES,
  documentation: {
    summary:
      "Enqueues the morning mail of each user who chose it, on working days between 7 and 12 o'clock in their time zone.",
    bound: '4,000 emails',
    afterKill:
      'The next run enqueues the rest; a user whose mail waits already gets no second one.',
  },
  run: async (context) => void (await enqueueMorningMails(context)),
};
