import { ADMIN_KEY } from '#lib/admin-key.ts';

/** The query keys of the administration. */
export const adminKeys = {
  users: [ADMIN_KEY, 'users'],
  user: (id: string) => [ADMIN_KEY, 'user', id],
  resetStatus: (id: string) => [ADMIN_KEY, 'reset-status', id],
  leaving: (id: string) => [ADMIN_KEY, 'leaving', id],
  organizations: [ADMIN_KEY, 'organizations'],
  singleSignOn: (id: string) => [ADMIN_KEY, 'single-sign-on', id],
  provisioning: (id: string) => [ADMIN_KEY, 'provisioning', id],
  groupRoles: (id: string) => [ADMIN_KEY, 'group-roles', id],
  workspaces: [ADMIN_KEY, 'workspaces'],
  workspace: (id: string) => [ADMIN_KEY, 'workspace', id],
  connections: [ADMIN_KEY, 'connections'],
  audit: [ADMIN_KEY, 'audit'],
  status: [ADMIN_KEY, 'status'],
  administratorsRule: [ADMIN_KEY, 'administrators-rule'],
  providerProblems: [ADMIN_KEY, 'provider-problems'],
} as const;
