import type { Job } from '#platform/jobs/job.ts';
import { sendBreakGlassUsed, type BreakGlassUsed } from './send-break-glass-used.ts';

export const sendBreakGlassUsedJob: Job<BreakGlassUsed> = {
  kind: {
    name: 'send-break-glass-used',
    // About half an hour, in case the mail server is being restarted.
    retry: { limit: 6, delaySeconds: 30 },
    expireSeconds: 60,
  },
  documentation: {
    summary:
      'Emails an administrator that someone signed in past a required single sign-on, as the administrator who keeps a password for that.',
    enqueuedBy: 'the sign-in of that administrator, once an hour',
    bound: 'one email for each administrator, 50 at most',
    afterKill:
      "The email is sent; twice if the process was killed between the mail server's answer and the end of the job.",
  },
  run: sendBreakGlassUsed,
};
