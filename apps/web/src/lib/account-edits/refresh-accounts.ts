import type { QueryClient } from '@tanstack/react-query';
import { forgetActivities, refreshActivities } from '../activities/refresh-activities.ts';

export const deletedAccountsKey = (workspaceId: string) => ['deleted-accounts', workspaceId];

/** Keys of the queries that show accounts, in addition to those that show activities. */
const SHOWS_ACCOUNTS = [
  'account',
  'account-people',
  'deleted-accounts',
  'domains',
  'people',
  'palette-accounts',
];

/** Refetches what shows accounts, after some were changed or restored. */
export function refreshAccounts(client: QueryClient): void {
  refreshActivities(client);
  for (const key of SHOWS_ACCOUNTS) void client.invalidateQueries({ queryKey: [key] });
}

/** Forgets what shows accounts, after one was deleted and before its page is left. */
export function forgetAccounts(client: QueryClient): void {
  forgetActivities(client);
  for (const key of SHOWS_ACCOUNTS) {
    void client.invalidateQueries({ queryKey: [key], refetchType: 'none' });
  }
}
