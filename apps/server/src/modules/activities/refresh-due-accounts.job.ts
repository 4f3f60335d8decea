import { createTimeZoneReport } from '#platform/database/unusable-time-zones.ts';
import { EVERY_MINUTE } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { refreshDueAccounts } from './refresh-due-accounts.ts';

const reportTimeZones = createTimeZoneReport();

export const refreshDueAccountsJob: Job = {
  kind: {
    // Keep this name, because existing databases have a queue with it.
    name: 'settle-due-accounts',
    // Not retried: the next run follows within a minute.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 60,
  },
  schedule: EVERY_MINUTE,
  runsAtStart: true,
  documentation: {
    summary:
      'Refreshes the summaries of accounts that change with time: a meeting begins, or a day ends.',
    bound: '500 accounts in a transaction, until none is due',
    afterKill:
      'Accounts whose transaction was not committed stay due. Readers compute their days meanwhile.',
  },
  run: async ({ db, log }) => {
    await reportTimeZones(db, log);
    await refreshDueAccounts(db);
  },
};
