import type { Context } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { removeExpiredStates } from './connect/oauth-states.ts';
import { removeOldDiscoveries } from './discovery/remove-old-discoveries.ts';
import { removeOldChanges } from './progress/workspace-changes.ts';

export const removeExpiredTracesJob: JobKind<object> = {
  name: 'remove-expired-integration-traces',
  retry: { limit: 3, delaySeconds: 60 },
  expireSeconds: 300,
};

/** Removes connections that nobody finished, counts of discovery and news that are too old. */
export async function removeExpiredTraces({ db }: Pick<Context, 'db'>): Promise<void> {
  await removeExpiredStates(db);
  await removeOldDiscoveries(db);
  await removeOldChanges(db);
}
