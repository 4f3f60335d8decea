import type { Context } from '#platform/context.ts';
import { EVERY_MINUTE } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import type { Provider } from '../provider.ts';
import { removeExpiredGrants } from './pending-grants.ts';

export const removeExpiredGrantsJob: Job<object, Context & { providers: readonly Provider[] }> = {
  kind: {
    name: 'remove-expired-grants',
    // Not retried: the next run follows within a minute.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 300,
  },
  schedule: EVERY_MINUTE,
  documentation: {
    summary: 'Deletes grants that were not confirmed in time, and revokes them at their providers.',
    bound: '50 grants',
    afterKill:
      'The deleted grants whose turn had not come are not revoked; they end at the provider by themselves or when the user removes them there.',
  },
  run: (context) => removeExpiredGrants(context, context.providers),
};
