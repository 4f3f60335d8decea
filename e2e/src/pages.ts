export interface PageToOpen {
  /** The paths of `apps/web/src/app/routes.tsx` that lead to this page and to no earlier one. */
  paths: readonly string[];
  address: string;
  /** Whose page it is; `public` without the shell. */
  part: 'workspace' | 'user' | 'admin' | 'public';
}

/** Every page of the application. `offline.test.ts` compares the list with its routes. */
export const PAGES: readonly PageToOpen[] = [
  {
    paths: ['/:orgSlug/:workspaceSlug', 'accounts'],
    address: '/:workspace/accounts',
    part: 'workspace',
  },
  { paths: [':accountId'], address: '/:workspace/accounts/:accountId', part: 'workspace' },
  {
    paths: [':accountId/people'],
    address: '/:workspace/accounts/:accountId/people',
    part: 'workspace',
  },
  { paths: ['people'], address: '/:workspace/people', part: 'workspace' },
  { paths: [':personId'], address: '/:workspace/people/:personId', part: 'workspace' },
  { paths: ['going-quiet'], address: '/:workspace/going-quiet', part: 'workspace' },
  { paths: ['today'], address: '/:workspace/today', part: 'workspace' },
  { paths: ['search'], address: '/:workspace/search', part: 'workspace' },
  { paths: ['members'], address: '/:workspace/members', part: 'workspace' },
  { paths: ['settings'], address: '/:workspace/settings', part: 'workspace' },
  { paths: ['webhooks'], address: '/:workspace/settings/webhooks', part: 'workspace' },
  { paths: ['import-accounts'], address: '/:workspace/import-accounts', part: 'workspace' },
  { paths: ['deleted-accounts'], address: '/:workspace/deleted-accounts', part: 'workspace' },
  { paths: ['tags'], address: '/:workspace/tags', part: 'workspace' },
  { paths: ['import-preferences'], address: '/import-preferences', part: 'user' },
  { paths: ['import'], address: '/import-preferences/import', part: 'user' },
  {
    paths: ['as-colleagues-see/:domainId'],
    address: '/import-preferences/as-colleagues-see/:domainId',
    part: 'user',
  },
  { paths: ['import-preferences/settings'], address: '/import-preferences/settings', part: 'user' },
  {
    paths: ['api-keys'],
    address: '/import-preferences/settings/api-keys',
    part: 'user',
  },
  { paths: ['your-data'], address: '/import-preferences/settings/your-data', part: 'user' },
  { paths: ['integrations'], address: '/integrations', part: 'user' },
  { paths: ['/admin', 'users'], address: '/admin/users', part: 'admin' },
  { paths: [':userId/edit'], address: '/admin/users/:userId/edit', part: 'admin' },
  { paths: ['organizations'], address: '/admin/organizations', part: 'admin' },
  {
    paths: [':organizationId/single-sign-on'],
    address: '/admin/organizations/:organizationId/single-sign-on',
    part: 'admin',
  },
  {
    paths: [':organizationId/provisioning'],
    address: '/admin/organizations/:organizationId/provisioning',
    part: 'admin',
  },
  { paths: ['workspaces'], address: '/admin/workspaces', part: 'admin' },
  { paths: [':workspaceId'], address: '/admin/workspaces/:workspaceId', part: 'admin' },
  { paths: ['connections'], address: '/admin/connections', part: 'admin' },
  { paths: ['audit'], address: '/admin/audit', part: 'admin' },
  { paths: ['status'], address: '/admin/status', part: 'admin' },
  { paths: ['reset-user-data'], address: '/admin/reset-user-data', part: 'admin' },
  { paths: ['/login', '/sign-in'], address: '/login', part: 'public' },
  { paths: ['/logout'], address: '/logout', part: 'public' },
  { paths: ['/request-password-reset'], address: '/request-password-reset', part: 'public' },
  { paths: ['/reset-password'], address: '/reset-password', part: 'public' },
  { paths: ['/invitation'], address: '/invitation', part: 'public' },
  {
    paths: ['/import-preferences/unsubscribe'],
    address: '/import-preferences/unsubscribe',
    part: 'public',
  },
  { paths: ['/oauth/success', '/oauth/confirm'], address: '/oauth/success', part: 'public' },
];
