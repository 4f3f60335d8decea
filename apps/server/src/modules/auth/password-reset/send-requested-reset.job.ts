import type { Job } from '#platform/jobs/job.ts';
import { type RequestedReset, sendRequestedReset } from './send-requested-reset.ts';

export const sendRequestedResetJob: Job<RequestedReset> = {
  kind: {
    name: 'send-requested-reset',
    // About half an hour, in case the mail server is being restarted.
    retry: { limit: 6, delaySeconds: 30 },
    expireSeconds: 60,
    isShort: true,
  },
  concurrency: 10,
  documentation: {
    summary: 'Emails a user the link that they requested to reset their password.',
    enqueuedBy: '`process-reset-requests`',
    bound: 'one email; ten at a time, each over a connection of its own',
    afterKill: 'The email is sent with another link; both links work until one is used.',
  },
  run: sendRequestedReset,
};
