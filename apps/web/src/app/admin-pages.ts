/** The pages of the administration that the user menu and the command palette lead to. */
export const ADMIN_PAGES = [
  ['/admin/users', 'Users'],
  ['/admin/organizations', 'Organizations'],
  ['/admin/workspaces', 'Workspaces'],
  ['/admin/reset-user-data', 'Reset User Data'],
] as const;
