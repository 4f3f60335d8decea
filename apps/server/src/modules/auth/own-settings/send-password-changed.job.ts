import type { Job } from '#platform/jobs/job.ts';
import { type ChangedPassword, sendPasswordChanged } from './send-password-changed.ts';

export const sendPasswordChangedJob: Job<ChangedPassword> = {
  kind: {
    name: 'send-password-changed',
    // About half an hour, in case the mail server is being restarted.
    retry: { limit: 6, delaySeconds: 30 },
    expireSeconds: 60,
  },
  documentation: {
    summary: 'Emails a user that their password was changed.',
    enqueuedBy: 'a user who changes their password',
    bound: 'one email',
    afterKill:
      "The email is sent; twice if the process was killed between the mail server's answer and the end of the job.",
  },
  run: sendPasswordChanged,
};
