import type { Job } from '#platform/jobs/job.ts';
import { type CreatedKey, sendKeyCreated } from './send-key-created.ts';

export const sendKeyCreatedJob: Job<CreatedKey> = {
  kind: {
    name: 'send-api-key-created',
    // About half an hour, in case the mail server is being restarted.
    retry: { limit: 6, delaySeconds: 30 },
    expireSeconds: 60,
  },
  documentation: {
    summary: 'Emails a user that an API key was created.',
    enqueuedBy: 'a user who creates an API key',
    bound: 'one email',
    afterKill:
      "The email is sent; twice if the process was killed between the mail server's answer and the end of the job.",
  },
  run: sendKeyCreated,
};
