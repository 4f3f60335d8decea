import type { Context } from '#platform/context.ts';
import { NIGHTLY } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { applyRetentions, STEP_SIZE } from './apply-retention.ts';

/** Deletes what users keep no longer (docs/decisions/retention.md). */
export const applyRetentionsJob: Job = {
  kind: {
    name: 'apply-retentions',
    // An account can be locked for a while; otherwise the next night follows.
    retry: { limit: 2, delaySeconds: 600 },
    expireSeconds: 3_600,
  },
  schedule: NIGHTLY,
  documentation: {
    summary: 'Deletes activities and texts that are older than their users keep them.',
    bound: `${STEP_SIZE} activities in a transaction, until none is left`,
    afterKill:
      'Each step is one transaction. The next run continues with what is left. A user who fails does not stop the others.',
  },
  run: (context: Pick<Context, 'db' | 'log'>, _data, signal) => applyRetentions(context, signal),
};
