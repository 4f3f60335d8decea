import { EVERY_MINUTE } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { processResetRequests } from './process-reset-requests.ts';

export const processResetRequestsJob: Job = {
  kind: {
    name: 'process-reset-requests',
    retry: { limit: 3, delaySeconds: 5 },
    expireSeconds: 60,
    // A request may be stored after the running job has read the last one.
    queuesWhileRunning: true,
  },
  schedule: EVERY_MINUTE,
  runsAtStart: true,
  documentation: {
    summary:
      'Looks up the users of stored requests for a reset link, and enqueues an email for each.',
    enqueuedBy: 'a request for a reset link',
    bound: '100 requests in a transaction, until none is stored',
    afterKill: 'Requests whose transaction was not committed stay stored for the next run.',
  },
  hasWork: async (db) => {
    const found = await db.selectFrom('reset_requests').select('id').limit(1).executeTakeFirst();
    return found !== undefined;
  },
  run: processResetRequests,
};
