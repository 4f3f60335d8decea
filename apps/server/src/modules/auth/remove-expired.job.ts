import { EVERY_15_MINUTES } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { removeExpired } from './remove-expired.ts';

export const removeExpiredJob: Job = {
  kind: {
    name: 'remove-expired-sign-ins',
    retry: { limit: 3, delaySeconds: 60 },
    expireSeconds: 300,
  },
  schedule: EVERY_15_MINUTES,
  documentation: {
    summary: 'Removes expired sessions, links, invitations and counted attempts.',
    bound: 'one statement for each table',
    afterKill: 'Rows that remain are removed by the next run; nothing reads them meanwhile.',
  },
  run: removeExpired,
};
