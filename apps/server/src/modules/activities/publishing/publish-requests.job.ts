import type { Context } from '../../../platform/context.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { hasPublishRequests, takeRemainingSteps } from './publish-requests.ts';

/** How long a job takes steps; what is left is for the next one. */
const runMs = 60_000;

export const publishRemainingJob: JobKind<object> = {
  name: 'publish-remaining',
  // The next minute tries again.
  retry: { limit: 0, delaySeconds: 0 },
  expireSeconds: 300,
  // A share that is stored while the job ends has to be seen by the next one.
  queuesWhileRunning: true,
};

type JobContext = Pick<Context, 'db' | 'jobs'>;

/**
 * Publishes and withdraws what HTTP requests left: the rest of large shares, and what was under way
 * when a process ended. Enqueued by shares, at the start of a worker and
 * once a minute.
 */
export async function publishRemaining(context: JobContext, signal: AbortSignal): Promise<void> {
  const end = performance.now() + runMs;
  const isOver = () => signal.aborted || performance.now() > end;
  const isComplete = await takeRemainingSteps(context.db, isOver);
  if (!isComplete && !signal.aborted) await enqueueRemaining(context);
}

/** Has the job publish what is left of a person's shares, if anything is. */
export async function continuePublishing(context: JobContext, ownerId: string): Promise<void> {
  if (await hasPublishRequests(context.db, ownerId)) await enqueueRemaining(context);
}

export async function enqueueRemaining({ jobs }: JobContext): Promise<void> {
  await jobs.enqueue(publishRemainingJob, {}, { singletonKey: 'all' });
}
