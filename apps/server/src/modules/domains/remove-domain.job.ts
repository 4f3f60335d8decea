import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { Job } from '#platform/jobs/job.ts';
import type { Removal } from './delete-domain.ts';
import { removeDomain } from './remove-domain.ts';

/** Removes a domain that has too many activities for one request. */
export const removeDomainJob: Job<Removal> = {
  kind: {
    name: 'remove-domain',
    // Until a workspace that does not respond is back.
    retry: { limit: 10, delaySeconds: 30 },
    expireSeconds: 300,
  },
  documentation: {
    summary: 'Removes a tracked domain that has too many activities for one request.',
    enqueuedBy: 'a request that removes a domain, in its first transaction',
    bound: 'one domain; looks every 5 s whether the process is to end',
    afterKill: 'The domain remains, with less stored of it; the job runs again.',
  },
  run: completeRemoval,
};

/** The interval at which the job checks whether the process has to end; milliseconds. */
const TURN_MS = 5_000;

export async function completeRemoval(
  { db }: Pick<Context, 'db'>,
  removal: Removal,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await removeDomain(db, removal, performance.now() + TURN_MS);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // It was removed by another request meanwhile.
      if (error.code === 'NOT_FOUND') return;
      if (error.code !== 'CONFLICT') throw error;
    }
  }
}

/** After the time in which a request responds. */
const TAKE_UP_SECONDS = 5;

/** Has a removal continued that a transaction begins, whether or not its process responds. */
export const enqueueRemoval =
  ({ jobs }: Pick<Context, 'jobs'>, removal: Removal) =>
  async (within: Connection): Promise<void> => {
    const options = { singletonKey: removal.domainId, startAfterSeconds: TAKE_UP_SECONDS, within };
    await jobs.enqueue(removeDomainJob, removal, options);
  };
