import type { Context } from '#platform/context.ts';
import type { Job } from '#platform/jobs/job.ts';
import type { NamedProvider } from './digest/list-failed-syncs.ts';
import { mailConnectionProblems, type Owner } from './mail-connection-problems.ts';

export const mailConnectionProblemsJob: Job<
  Owner,
  Context & { providers: readonly NamedProvider[] }
> = {
  kind: {
    name: 'mail-connection-problems',
    // About half an hour, in case the mail server is being restarted.
    retry: { limit: 6, delaySeconds: 30 },
    expireSeconds: 60,
  },
  documentation: {
    summary: 'Emails a user which of their connections stopped working.',
    enqueuedBy: '`enqueue-connection-problems`',
    bound: 'one email',
    afterKill:
      'Sent once, or not at all if the process was killed after it marked the connections as mailed.',
  },
  run: (context, owner) => mailConnectionProblems(context, context.providers, owner),
};
