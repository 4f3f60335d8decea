import { NIGHTLY } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { requestReconciliation } from '../reading/request-reconciliation.ts';

export const requestReconciliationJob: Job = {
  kind: {
    // Keep this name, because existing databases have a queue with it.
    name: 'check-completeness',
    retry: { limit: 3, delaySeconds: 60 },
    expireSeconds: 300,
  },
  schedule: NIGHTLY,
  documentation: {
    summary: 'Requests the reconciliation of all integrations.',
    bound: 'one statement',
    afterKill: 'Nothing was requested; the job runs again.',
  },
  run: ({ db }) => requestReconciliation(db),
};
