import type { QueryClient } from '@tanstack/react-query';
import { refreshActivities } from '../../lib/activities/refresh-activities.ts';

/** Refetches what shows owners and notes: the account, the grid, and whom to filter it by. */
export function refreshOwned(client: QueryClient): void {
  refreshActivities(client);
  for (const key of ['account', 'account-people']) {
    void client.invalidateQueries({ queryKey: [key] });
  }
}
