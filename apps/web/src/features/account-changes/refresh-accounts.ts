import type { QueryClient } from '@tanstack/react-query';
import { refreshActivities } from '../../lib/activities/refresh-activities.ts';

export const deletedAccountsKey = (workspaceId: string) => ['deleted-accounts', workspaceId];

/** Refetches what shows accounts, after one was renamed, deleted or restored. */
export function refreshAccounts(client: QueryClient): void {
  refreshActivities(client);
  for (const key of ['account', 'deleted-accounts', 'domains', 'people', 'palette-accounts']) {
    void client.invalidateQueries({ queryKey: [key] });
  }
}
