import type { Job } from '#platform/jobs/job.ts';
import { type DeletionToMail, sendDeletionMail } from './send-deletion-mail.ts';

export const sendDeletionMailJob: Job<DeletionToMail> = {
  kind: {
    name: 'send-deletion-mail',
    // For about a day: without the link in it, users who deleted themselves come back only by an administrator.
    retry: { limit: 11, delaySeconds: 60 },
    expireSeconds: 60,
    isShort: true,
  },
  documentation: {
    summary: 'Emails a user that they are being deleted, and how they come back.',
    enqueuedBy: 'a deletion whose mail could not be sent',
    bound: 'one email',
    afterKill: 'The email is sent again; the link in the last one works.',
  },
  run: sendDeletionMail,
};
