import type { Job } from '#platform/jobs/job.ts';
import { type DisabledWebhook, sendWebhookDisabled } from './send-webhook-disabled.ts';

export const sendWebhookDisabledJob: Job<DisabledWebhook> = {
  kind: {
    name: 'send-webhook-disabled',
    // About half an hour, in case the mail server is being restarted.
    retry: { limit: 6, delaySeconds: 30 },
    expireSeconds: 60,
  },
  documentation: {
    summary: 'Emails the owner of a webhook that it was disabled.',
    enqueuedBy: 'an attempt that disables a webhook',
    bound: 'one email',
    afterKill:
      "The email is sent; twice if the process was killed between the mail server's answer and the end of the job.",
  },
  run: sendWebhookDisabled,
};
