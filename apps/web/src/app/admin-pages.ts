import { areResetsAllowed } from '#lib/user-data-resets.ts';

/** The pages of the administration that the user menu and the command palette lead to. */
export const adminPages = (): (readonly [path: string, label: string])[] => [
  ['/admin/users', 'Users'],
  ['/admin/organizations', 'Organizations'],
  ['/admin/workspaces', 'Workspaces'],
  ...(areResetsAllowed() ? [['/admin/reset-user-data', 'Reset User Data'] as const] : []),
];
