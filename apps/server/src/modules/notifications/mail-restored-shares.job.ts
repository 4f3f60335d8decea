import type { Job } from '#platform/jobs/job.ts';
import { mailRestoredShares, type Owner } from './mail-restored-shares.ts';

export const mailRestoredSharesJob: Job<Owner> = {
  kind: {
    name: 'mail-restored-shares',
    // About half an hour, in case the mail server is being restarted.
    retry: { limit: 6, delaySeconds: 30 },
    expireSeconds: 60,
  },
  documentation: {
    summary: 'Emails a user which of their domains are shared again with a restored account.',
    enqueuedBy: '`enqueue-restored-shares`',
    bound: 'one email',
    afterKill: 'Sent again, so that it may arrive twice: users have to know what is read again.',
  },
  run: mailRestoredShares,
};
