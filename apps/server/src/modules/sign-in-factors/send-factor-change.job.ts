import type { Job } from '#platform/jobs/job.ts';
import { type FactorChange, sendFactorChange } from './send-factor-change.ts';

export const sendFactorChangeJob: Job<FactorChange> = {
  kind: {
    name: 'send-factor-change',
    // About half an hour, in case the mail server is being restarted.
    retry: { limit: 6, delaySeconds: 30 },
    expireSeconds: 60,
  },
  documentation: {
    summary:
      'Emails a user that their second factors changed, that a recovery code was used, or that wrong codes followed the right password.',
    enqueuedBy: 'a user who changes their factors, an administrator who removes them, wrong codes',
    bound: 'one email',
    afterKill:
      "The email is sent; twice if the process was killed between the mail server's answer and the end of the job.",
  },
  run: sendFactorChange,
};
