import type { Context } from '#platform/context.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import { continueReleases } from '#modules/listed-accounts/release-owned-accounts.ts';
import { enqueueAccountChanges } from './continue-account-changes.job.ts';

/**
 * Stores the new owners of the accounts that a user left, for as long as the client waits; the job does the rest.
 * Readers see the new owners already. Does not fail: the job repeats and reports it.
 */
export async function releaseForRequest(
  context: Pick<Context, 'db' | 'jobs'>,
  userId: string,
  isOver = respondDeadline(),
): Promise<void> {
  const isDone = await continueReleases(context.db, userId, isOver).catch(() => false);
  if (!isDone) await enqueueAccountChanges(context, 0).catch(() => {});
}
