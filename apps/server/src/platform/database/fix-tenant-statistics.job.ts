import { HOURLY } from '../jobs/cron.ts';
import type { Job } from '../jobs/job.ts';
import { fixShardStatistics, fixTenantStatistics } from './tenant-statistics.ts';

export const fixTenantStatisticsJob: Job = {
  kind: {
    name: 'fix-tenant-statistics',
    // Not retried: the next run follows within an hour.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 300,
  },
  schedule: HOURLY,
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
