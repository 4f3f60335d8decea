import type { Context } from '#platform/context.ts';
import { EVERY_MINUTE } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { SINGLE_JOB } from '#platform/jobs/jobs.ts';
import { continueAccountChanges, hasAccountChanges } from './deletion/continue-account-changes.ts';

/** After the time in which a request responds. */
const TAKE_UP_SECONDS = 5;

export const continueAccountChangesJob: Job = {
  kind: {
    name: 'continue-account-changes',
    // The next minute tries again.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 300,
    // The next job has to look at work that begins while this one ends.
    queuesWhileRunning: true,
  },
  schedule: EVERY_MINUTE,
  runsAtStart: true,
  documentation: {
    summary:
      'Continues deletions, merges, restorations, changes of domains and releases of the accounts of members who left that a request did not finish, and removes for good what can no longer be restored.',
    enqueuedBy: 'requests that begin one of these',
    bound: '60 s, and 5 s for one account, or for the accounts of one member',
    afterKill:
      'Each step is one transaction, so the next run continues after the last committed one.',
  },
  hasWork: hasAccountChanges,
  run: async (context, _data, signal) => {
    const isLeft = await continueAccountChanges(context, signal);
    if (isLeft && !signal.aborted) await enqueueAccountChanges(context, 0);
  },
};

/**
 * Has a change continued that a request begins, also if its process ends before it responds. Called once the
 * change is stored.
 */
export async function enqueueAccountChanges(
  { jobs }: Pick<Context, 'jobs'>,
  startAfterSeconds = TAKE_UP_SECONDS,
): Promise<void> {
  await jobs.enqueue(
    continueAccountChangesJob,
    {},
    { singletonKey: SINGLE_JOB, startAfterSeconds },
  );
}
