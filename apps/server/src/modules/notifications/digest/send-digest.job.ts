import type { Context } from '#platform/context.ts';
import type { Job } from '#platform/jobs/job.ts';
import type { NamedProvider } from './list-failed-syncs.ts';
import { createDigestCache } from './read-digest.ts';
import { type DueDigest, sendDigest } from './send-digest.ts';

const cache = createDigestCache();

export const sendDigestJob: Job<DueDigest, Context & { providers: readonly NamedProvider[] }> = {
  kind: {
    name: 'send-weekly-digest',
    // About half an hour, in case the mail server is being restarted.
    retry: { limit: 6, delaySeconds: 30 },
    expireSeconds: 120,
  },
  concurrency: 3,
  documentation: {
    summary: 'Emails a user the digest of a week.',
    enqueuedBy: '`enqueue-weekly-digests`',
    bound: 'one email; three at a time, each at most one per second',
    afterKill:
      'Sent once, or not at all if the process was killed after it marked the week as sent.',
  },
  run: (context, due) => sendDigest(context, { providers: context.providers, cache }, due),
};
