import { HOURLY } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { withholdMeetings } from './withhold-meetings.ts';

export const withholdMeetingsJob: Job = {
  kind: {
    name: 'withhold-meetings',
    // Not retried: the next run follows, and each process runs it when it starts.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 3_600,
  },
  schedule: HOURLY,
  runsAtStart: true,
  documentation: {
    summary:
      'Withdraws meetings that were stored before calendars’ privacy marks were read, until they are read again.',
    bound: '500 meetings of one user in a transaction, until none is left',
    afterKill: 'Each step is one transaction. The next run finds the meetings that are left.',
  },
  run: async ({ db, log }, _data, signal) => {
    const count = await withholdMeetings(db, signal);
    if (count > 0) log.info({ count }, 'Withdrew meetings whose privacy mark has not been read');
  },
};
