import type { Integration } from '@repo/contract/integrations';
import type { QueryClient } from '@tanstack/react-query';
import { refreshActivities } from '#lib/activities/refresh-activities.ts';
import { isFullServer } from '#lib/server-level.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';

/** A sync stores page after page; the views are refreshed at most this often. */
const RENEWAL_MS = 5_000;

/** Refreshes the views that show activities when some were stored or removed. */
export function createActivityRefresher(client: QueryClient) {
  let known: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;

  const renew = () => {
    timer = undefined;
    renewedAt = performance.now();
    refreshActivities(client);
    // The server reports every change of an account this way: its name, owner,
    // note and tags. Favourites have its name.
    for (const key of ['account', 'own-accounts', 'tags'])
      void client.invalidateQueries({ queryKey: [key] });
    // All days may have moved to another time zone, which the workspace names.
    if (isFullServer()) {
      void client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
    }
  };

  const scheduleRefresh = () => {
    timer ??= setTimeout(renew, Math.max(0, renewedAt + RENEWAL_MS - performance.now()));
  };

  return {
    scheduleRefresh,
    /** Compares the integrations with their last known state. */
    note(integrations: readonly Integration[]): void {
      const stored = integrations.map(fingerprintOf).join();
      const changed = known !== undefined && known !== stored;
      known = stored;
      if (changed) scheduleRefresh();
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Changes when stored activities change; a sync that found nothing new does not change it. */
function fingerprintOf({ id, storedActivities, lastSync, lastSyncedAt }: Integration): string {
  // Without an outcome, as of a webhook, each time may have added something.
  if (lastSync === undefined) return `${id} ${storedActivities ?? ''} ${lastSyncedAt ?? ''}`;
  const { stored, removed, endedAt } = lastSync;
  return `${id} ${storedActivities ?? ''} ${stored + removed > 0 ? endedAt : ''}`;
}
