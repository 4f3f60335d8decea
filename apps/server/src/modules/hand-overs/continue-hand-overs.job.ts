import type { Context } from '#platform/context.ts';
import { HOURLY } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { continueHandOvers, hasHandOversToContinue } from './continue-hand-overs.ts';
import { STEP_SIZE } from './leaving/end-hand-over.ts';

/** Ends hand-overs after their 30 days, and continues what a request or a killed process left. */
export const continueHandOversJob: Job = {
  kind: {
    name: 'continue-hand-overs',
    // Not retried: the next run follows.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 3_600,
  },
  schedule: HOURLY,
  hasWork: hasHandOversToContinue,
  documentation: {
    summary:
      'Deletes what is not shared of users who left 30 days ago, and lowers or brings back the shares of others.',
    bound: `${STEP_SIZE.toLocaleString('en')} rows in a transaction, until none is left`,
    afterKill:
      'Each step is one transaction, which notes how far it came. The next run continues there. One that fails does not stop the others.',
  },
  run: (context: Pick<Context, 'db' | 'log'>, _data, signal) => continueHandOvers(context, signal),
};
