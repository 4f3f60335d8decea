import type { Context } from '#platform/context.ts';
import { NIGHTLY } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { applyWorkspaceRetentions, STEP_SIZE } from './apply-workspace-retention.ts';

/** Deletes what workspaces keep no longer (docs/decisions/retention.md). */
export const applyWorkspaceRetentionsJob: Job = {
  kind: {
    name: 'apply-workspace-retentions',
    // An account can be locked for a while; otherwise the next night follows.
    retry: { limit: 2, delaySeconds: 600 },
    expireSeconds: 3_600,
  },
  schedule: NIGHTLY,
  documentation: {
    summary:
      'Deletes published activities and texts that are older than their workspaces keep them.',
    bound: `${STEP_SIZE} activities of an account in a transaction, until none is left`,
    afterKill:
      'Each step is one transaction. The next run continues with what is left. A workspace that fails does not stop the others.',
  },
  run: (context: Pick<Context, 'db' | 'log'>, _data, signal) =>
    applyWorkspaceRetentions(context, signal),
};
