import { EVERY_10_MINUTES } from '../jobs/cron.ts';
import type { Job } from '../jobs/job.ts';
import { fixShardStatistics, fixTenantStatistics } from './tenant-statistics.ts';

export const fixTenantStatisticsJob: Job = {
  kind: {
    name: 'fix-tenant-statistics',
    // Not retried: the next run follows soon.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 300,
  },
  schedule: EVERY_10_MINUTES,
  documentation: {
    summary: "Adjusts the query planner's statistics to tables that have grown.",
    bound: 'one statement for each large table',
    afterKill: 'The next run adjusts the rest.',
  },
  run: async ({ db }) => {
    await fixTenantStatistics(db);
    await fixShardStatistics(db);
  },
};
