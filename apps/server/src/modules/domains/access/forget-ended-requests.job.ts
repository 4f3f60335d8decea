import { EVERY_15_MINUTES } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { forgetEndedRequests } from './forget-ended-requests.ts';

export const forgetEndedRequestsJob: Job = {
  kind: {
    name: 'forget-ended-access-requests',
    retry: { limit: 3, delaySeconds: 60 },
    expireSeconds: 300,
  },
  schedule: EVERY_15_MINUTES,
  documentation: {
    summary: 'Deletes requests for access to a conversation that were answered long ago, or ended.',
    bound: 'one statement',
    afterKill: 'Rows that remain are deleted by the next run; they grant nothing meanwhile.',
  },
  run: ({ db }) => forgetEndedRequests(db),
};
