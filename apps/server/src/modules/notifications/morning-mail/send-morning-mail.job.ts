import type { Job } from '#platform/jobs/job.ts';
import { type DueMorningMail, sendMorningMail } from './send-morning-mail.ts';

export const sendMorningMailJob: Job<DueMorningMail> = {
  kind: {
    name: 'send-morning-mail',
    // About half an hour, in case the mail server is being restarted.
    retry: { limit: 6, delaySeconds: 30 },
    expireSeconds: 120,
  },
  concurrency: 3,
  documentation: {
    summary: 'Emails a user what the page Today has in their workspaces.',
    enqueuedBy: '`enqueue-morning-mails`',
    bound: 'one email; three at a time, each at most one per second',
    afterKill:
      'Sent once, or not at all if the process was killed after it marked the day as sent.',
  },
  run: sendMorningMail,
};
