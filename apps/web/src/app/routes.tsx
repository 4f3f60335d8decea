import type { Feature } from '@repo/contract/features';
import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { hasFeature } from '../lib/features.ts';
import { DEFAULT_WORKSPACE_PAGE } from '../lib/workspaces/workspace-path.ts';
import { ErrorScreen } from './error-screen.tsx';
import { RequireSession } from './require-session.tsx';
import { Component as Accounts } from './routes/accounts.tsx';
import { Component as Home } from './routes/home.tsx';
import { Component as Workspace } from './routes/workspace.tsx';
import type { ShellHandle } from './shell/shell-handle.ts';
import { Shell } from './shell/shell.tsx';

/**
 * The properties of a page for the top bar, checked; see `ShellHandle`. Each file in `routes/`
 * exports its screen as `Component`, which is what `lazy` looks for; what surrounds the screens
 * of the signed-in comes with the application itself.
 */
const shell = (handle: ShellHandle): { handle: ShellHandle } => ({ handle });

/** A page beyond the specification; there is none where the server does not offer its feature. */
const offered =
  (feature: Feature, load: () => Promise<{ Component: ComponentType }>) =>
  (): Promise<{ Component: ComponentType }> =>
    hasFeature(feature) ? load() : import('./routes/not-found.tsx');

/** `/{orgSlug}/{workspaceSlug}/…` */
const workspaceRoutes: RouteObject[] = [
  { index: true, element: <Navigate to={DEFAULT_WORKSPACE_PAGE} replace /> },
  {
    path: 'accounts',
    ...shell({ crumb: 'Accounts' }),
    children: [
      { index: true, Component: Accounts },
      {
        path: ':accountId',
        ...shell({ crumb: { from: 'page-name' } }),
        lazy: () => import('./routes/account.tsx'),
      },
      {
        path: ':accountId/people',
        ...shell({ crumb: { from: 'page-name' } }),
        lazy: offered('relationships', () => import('./routes/account-people.tsx')),
      },
    ],
  },
  {
    path: 'people',
    ...shell({ crumb: 'People Going Quiet' }),
    lazy: offered('relationships', () => import('./routes/quiet-people.tsx')),
  },
  {
    path: 'people/:personId',
    ...shell({ crumb: { from: 'page-name' } }),
    lazy: offered('relationships', () => import('./routes/person.tsx')),
  },
  {
    path: 'search',
    ...shell({ crumb: 'Search' }),
    lazy: offered('activity-search', () => import('./routes/activity-search.tsx')),
  },
  {
    path: 'members',
    ...shell({ crumb: 'Members' }),
    lazy: offered('members', () => import('./routes/members.tsx')),
  },
  {
    path: 'settings',
    ...shell({ crumb: 'Workspace Settings' }),
    lazy: offered('workspace-time-zone', () => import('./routes/workspace-settings.tsx')),
  },
  {
    path: 'import-accounts',
    ...shell({ crumb: 'Import from CSV' }),
    lazy: offered('account-import', () => import('./routes/account-import.tsx')),
  },
  {
    path: 'deleted-accounts',
    ...shell({ crumb: 'Recently Deleted' }),
    lazy: offered('account-changes', () => import('./routes/deleted-accounts.tsx')),
  },
  { path: '*', lazy: () => import('./routes/not-found.tsx') },
];

/** A user's own pages. */
const userRoutes: RouteObject[] = [
  { index: true, Component: Home },
  {
    path: 'import-preferences',
    ...shell({ crumb: 'Import Preferences' }),
    children: [
      { index: true, lazy: () => import('./routes/import-preferences.tsx') },
      {
        path: 'import',
        ...shell({ crumb: 'Import Domains' }),
        lazy: () => import('./routes/import-wizard.tsx'),
      },
    ],
  },
  {
    path: 'import-preferences/settings',
    ...shell({ crumb: 'Settings' }),
    lazy: offered('own-settings', () => import('./routes/settings.tsx')),
  },
  {
    path: 'integrations',
    ...shell({ crumb: 'Integrations' }),
    lazy: () => import('./routes/integrations.tsx'),
  },
  { path: '*', lazy: () => import('./routes/not-found.tsx') },
];

/** `/admin/…`, behind the admin guard, within its navigation. */
const adminPages: RouteObject[] = [
  { index: true, element: <Navigate to="/admin/users" replace /> },
  {
    path: 'users',
    ...shell({ crumb: 'Users' }),
    children: [
      { index: true, lazy: () => import('./routes/admin/users.tsx') },
      {
        path: ':userId/edit',
        ...shell({ crumb: { from: 'page-name' } }),
        lazy: () => import('./routes/admin/edit-user.tsx'),
      },
    ],
  },
  {
    path: 'organizations',
    ...shell({ crumb: 'Organizations' }),
    lazy: () => import('./routes/admin/organizations.tsx'),
  },
  {
    path: 'workspaces',
    ...shell({ crumb: 'Workspaces' }),
    children: [
      { index: true, lazy: () => import('./routes/admin/workspaces.tsx') },
      {
        path: ':workspaceId',
        ...shell({ crumb: { from: 'page-name' } }),
        lazy: offered('members', () => import('./routes/admin/workspace.tsx')),
      },
    ],
  },
  {
    path: 'connections',
    ...shell({ crumb: 'Connections' }),
    lazy: offered('administration', () => import('./routes/admin/connections.tsx')),
  },
  {
    path: 'audit',
    ...shell({ crumb: 'Audit Log' }),
    lazy: offered('audit-log', () => import('./routes/admin/audit.tsx')),
  },
  {
    path: 'reset-user-data',
    ...shell({ crumb: 'Reset User Data' }),
    lazy: () => import('./routes/admin/reset-user-data.tsx'),
  },
  // Not '*' alone, which ranks below '/:orgSlug/:workspaceSlug'.
  { path: ':page/*', lazy: () => import('./routes/not-found.tsx') },
];

const adminRoutes: RouteObject[] = [
  { lazy: () => import('./routes/admin/admin.tsx'), children: adminPages },
];

const publicRoutes: RouteObject[] = [
  { path: '/login', lazy: () => import('./routes/auth/login.tsx') },
  { path: '/sign-in', element: <Navigate to="/login" replace /> },
  { path: '/logout', lazy: () => import('./routes/auth/logout.tsx') },
  {
    path: '/request-password-reset',
    lazy: () => import('./routes/auth/request-password-reset.tsx'),
  },
  { path: '/reset-password', lazy: () => import('./routes/auth/reset-password.tsx') },
  { path: '/invitation', lazy: offered('members', () => import('./routes/auth/invitation.tsx')) },
  {
    path: '/import-preferences/unsubscribe',
    lazy: offered('notifications', () => import('./routes/auth/unsubscribe.tsx')),
  },
  { path: '/oauth/success', lazy: () => import('./routes/oauth-success.tsx') },
];

const developmentRoutes: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: '/dev/ui',
        lazy: async () => ({ Component: (await import('../dev/ui-page.tsx')).UiPage }),
      },
    ]
  : [];

export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorScreen,
    HydrateFallback: Splash,
    children: [
      ...publicRoutes,
      ...developmentRoutes,
      {
        Component: RequireSession,
        children: [
          {
            // In the module of the page that redirects here, so that it is already loaded.
            path: '/oauth/confirm',
            lazy: async () => ({ Component: (await import('./routes/oauth-success.tsx')).Confirm }),
          },
          {
            Component: Shell,
            children: [
              { ...shell({ context: 'user' }), children: userRoutes },
              {
                path: '/admin',
                ...shell({ context: 'admin', crumb: 'Admin' }),
                lazy: () => import('./admin-guard.tsx'),
                children: adminRoutes,
              },
              {
                path: '/:orgSlug/:workspaceSlug',
                ...shell({ context: 'workspace' }),
                Component: Workspace,
                children: workspaceRoutes,
              },
            ],
          },
        ],
      },
    ],
  },
];

/** Shown while the code of the first page loads: only the background. */
function Splash() {
  return null;
}
