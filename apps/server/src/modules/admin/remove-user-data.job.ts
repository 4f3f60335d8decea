import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { Job } from '#platform/jobs/job.ts';
import { removeUserData } from './remove-user-data.ts';

/** A reset that was begun. */
export interface UserReset {
  userId: string;
  /** When, as an ISO string: it is done once no domain is left that was tracked before. */
  since: string;
}

/** Deletes the data of a user who has too much of it for one request. */
export const removeUserDataJob: Job<UserReset> = {
  kind: {
    name: 'remove-user-data',
    // Until a workspace that does not respond is back.
    retry: { limit: 10, delaySeconds: 30 },
    expireSeconds: 300,
  },
  documentation: {
    summary: 'Deletes the data of a user who has too much of it for one request.',
    enqueuedBy: 'a request that resets the data of a user, in its first transaction',
    bound: 'one user; looks every 5 s whether the process is to end',
    afterKill: 'The domains remain, with less stored of them; the job runs again.',
  },
  run: completeReset,
};

/** The interval at which the job checks whether the process has to end; milliseconds. */
const TURN_MS = 5_000;
/** After the time in which a request responds. */
const TAKE_UP_SECONDS = 5;

export async function completeReset(
  { db }: Pick<Context, 'db'>,
  { userId, since }: UserReset,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const left = await db
      .selectFrom('domains')
      .select('id')
      .where('owner_id', '=', userId)
      .where('added_at', '<=', new Date(since))
      .limit(1)
      .executeTakeFirst();
    if (left === undefined) return;
    try {
      return await removeUserData(db, userId, { deadline: performance.now() + TURN_MS });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
    }
  }
}

/** Has a reset continued that a transaction begins, whether or not its process responds. */
export async function enqueueReset(
  { jobs }: Pick<Context, 'jobs'>,
  reset: UserReset,
  within: Connection,
): Promise<void> {
  const options = { singletonKey: reset.userId, startAfterSeconds: TAKE_UP_SECONDS, within };
  await jobs.enqueue(removeUserDataJob, reset, options);
}
