import { EVERY_MINUTE } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { hasDueRelationships, refreshDueRelationships } from './refresh-due-relationships.ts';

export const refreshRelationshipsJob: Job = {
  kind: {
    name: 'refresh-due-relationships',
    // Not retried: the next run follows within a minute.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 600,
  },
  schedule: EVERY_MINUTE,
  runsAtStart: true,
  documentation: {
    summary:
      'Counts people and strengths: meetings that have begun, and accounts that were not counted yet.',
    bound: '2,000 activities of one account in a transaction, until none is due',
    afterKill:
      'Each account remembers from when on days are missing; the next run continues there.',
  },
  hasWork: hasDueRelationships,
  run: async ({ db }) => void (await refreshDueRelationships(db)),
};
