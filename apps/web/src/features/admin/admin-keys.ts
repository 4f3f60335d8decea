/**
 * What the administration keeps in the cache, all under one key, so that a change renews it all.
 */
export const ADMIN_KEY = 'admin';

export const adminKeys = {
  users: [ADMIN_KEY, 'users'],
  user: (id: string) => [ADMIN_KEY, 'user', id],
  resetStatus: (id: string) => [ADMIN_KEY, 'reset-status', id],
  organizations: [ADMIN_KEY, 'organizations'],
  workspaces: [ADMIN_KEY, 'workspaces'],
  workspace: (id: string) => [ADMIN_KEY, 'workspace', id],
  audit: [ADMIN_KEY, 'audit'],
} as const;
