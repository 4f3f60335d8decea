import { EVERY_MINUTE } from '../../../platform/jobs/cron.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import { continueAccountChanges } from './continue-account-changes.ts';

export const continueAccountChangesJob: Job = {
  kind: {
    name: 'continue-account-changes',
    // The next minute tries again.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 300,
  },
  schedule: EVERY_MINUTE,
  runsAtStart: true,
  documentation: {
    summary:
      'Continues deletions, merges, restorations and changes of domains that a request did not finish, and removes for good what can no longer be restored.',
    bound: '60 s, of which 5 s for one account',
    afterKill:
      'Each step is one transaction, so the next run continues after the last committed one.',
  },
  run: (context, _data, signal) => continueAccountChanges(context, signal),
};
