import { SINGLE_JOB } from '#platform/jobs/jobs.ts';
import type { Context } from '#platform/context.ts';
import { EVERY_MINUTE } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { hasLeftRequests, hasPublishRequests, takeRemainingSteps } from './publish-requests.ts';

/** The duration of one job; the rest is left to the next one. */
const runMs = 60_000;

export const publishRemainingJob: Job = {
  kind: {
    name: 'publish-remaining',
    // Not retried: the next job follows within a minute.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 300,
    // A share that is stored while a job is ending has to be processed by the next one.
    queuesWhileRunning: true,
  },
  schedule: EVERY_MINUTE,
  runsAtStart: true,
  documentation: {
    summary: 'Completes the publishing and withdrawing that a request has left.',
    enqueuedBy: 'requests that share, revoke or remove more than they can finish',
    bound: '60 s',
    afterKill: 'Each step is one transaction, and what is left is stored: the next run continues.',
  },
  hasWork: hasLeftRequests,
  run: (context, _data, signal) => publishRemaining(context, signal),
};

type JobContext = Pick<Context, 'db' | 'jobs'>;

/**
 * Completes the publishing and withdrawing that HTTP requests have left: the rest of large shares, and work
 * in progress when a process ended. Shares enqueue it, and it also runs when a worker starts and once a
 * minute.
 */
export async function publishRemaining(context: JobContext, signal: AbortSignal): Promise<void> {
  const end = performance.now() + runMs;
  const isOver = () => signal.aborted || performance.now() > end;
  const isComplete = await takeRemainingSteps(context.db, isOver);
  if (!isComplete && !signal.aborted) await enqueueRemaining(context);
}

/** Enqueues the job if anything of a user's shares is still to be published. */
export async function continuePublishing(context: JobContext, ownerId: string): Promise<void> {
  if (await hasPublishRequests(context.db, ownerId)) await enqueueRemaining(context);
}

/**
 * Continues publishing at the end of a request, whether the request succeeded or not. Does not fail: the job
 * runs once a minute in any case, and a failed request reports its own error.
 */
export const publishRemainingLater = (context: JobContext, ownerId: string): Promise<void> =>
  continuePublishing(context, ownerId).catch(() => {});

export async function enqueueRemaining({ jobs }: JobContext): Promise<void> {
  await jobs.enqueue(publishRemainingJob, {}, { singletonKey: SINGLE_JOB });
}
