import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { Job } from '#platform/jobs/job.ts';
import { refreshNames } from './refresh-names.ts';

/** After the request, and whatever published while the name changed. */
const TAKE_UP_SECONDS = 30;

/** Shows the present name of a user in all of their accounts. */
export const refreshNamesJob: Job<{ userId: string }> = {
  kind: {
    name: 'refresh-names',
    retry: { limit: 10, delaySeconds: 30 },
    expireSeconds: 300,
  },
  documentation: {
    summary:
      'Shows the present name of a user in the accounts that they created, own or contribute to.',
    enqueuedBy: 'a request that changes the name of a user, in its transaction',
    bound: '1,000 accounts in a transaction, until none is left',
    afterKill: 'Each step is one transaction; the job runs again for the accounts that are left.',
  },
  run: async ({ db }: Pick<Context, 'db'>, { userId }, signal) => {
    const isDone = await refreshNames(db, userId, () => signal.aborted);
    if (!isDone) signal.throwIfAborted();
  },
};

/** Has the name shown in all accounts, whether or not the process of the request lives on. */
export async function enqueueNames(
  { jobs }: Pick<Context, 'jobs'>,
  userId: string,
  within: Connection,
): Promise<void> {
  const options = { startAfterSeconds: TAKE_UP_SECONDS, within };
  await jobs.enqueue(refreshNamesJob, { userId }, options);
}
