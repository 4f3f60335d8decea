import { HOURLY } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { removeExpiredIntegrationData } from './remove-expired-integration-data.ts';

export const removeExpiredIntegrationDataJob: Job = {
  kind: {
    // Keep this name, because existing databases have a queue with it.
    name: 'remove-expired-integration-traces',
    retry: { limit: 3, delaySeconds: 60 },
    expireSeconds: 300,
  },
  schedule: HOURLY,
  documentation: {
    summary: 'Removes unfinished connections and uploads, and old counts of discovery.',
    bound: 'one statement for each table, and the files of expired uploads',
    afterKill: 'The next run removes the rest.',
  },
  run: removeExpiredIntegrationData,
};
