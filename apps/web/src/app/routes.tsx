import { Navigate, type RouteObject } from 'react-router';
import { DEFAULT_WORKSPACE_PAGE } from '#lib/workspaces/workspace-path.ts';
import { ErrorScreen } from './error-screen.tsx';
import { lazyPage } from './lazy-page.tsx';
import { notFound, onFullServer } from './on-full-server.ts';
import { PageError } from './page-error.tsx';
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
        lazy: lazyPage(() => import('./routes/account.tsx')),
      },
      {
        path: ':accountId/people',
        ...shell({ crumb: { from: 'page-name' } }),
        lazy: onFullServer(() => import('./routes/account-people.tsx')),
      },
    ],
  },
  {
    path: 'today',
    ...shell({ crumb: 'Today' }),
    lazy: onFullServer(() => import('./routes/today.tsx')),
  },
  {
    path: 'people',
    ...shell({ crumb: 'People' }),
    children: [
      { index: true, lazy: onFullServer(() => import('./routes/people.tsx')) },
      {
        path: ':personId',
        ...shell({ crumb: { from: 'page-name' } }),
        lazy: onFullServer(() => import('./routes/person.tsx')),
      },
    ],
  },
  {
    path: 'going-quiet',
    ...shell({ crumb: 'People Going Quiet' }),
    lazy: onFullServer(() => import('./routes/quiet-people.tsx')),
  },
  {
    path: 'search',
    ...shell({ crumb: 'Search' }),
    lazy: onFullServer(() => import('./routes/activity-search.tsx')),
  },
  {
    path: 'members',
    ...shell({ crumb: 'Members' }),
    lazy: onFullServer(() => import('./routes/members.tsx')),
  },
  {
    path: 'settings',
    ...shell({ crumb: 'Workspace Settings' }),
    children: [
      { index: true, lazy: onFullServer(() => import('./routes/workspace-settings.tsx')) },
      {
        path: 'webhooks',
        ...shell({ crumb: 'Webhooks' }),
        lazy: onFullServer(() => import('./routes/webhooks.tsx')),
      },
    ],
  },
  {
    path: 'import-accounts',
    ...shell({ crumb: 'Import from CSV' }),
    lazy: onFullServer(() => import('./routes/account-import.tsx')),
  },
  {
    path: 'deleted-accounts',
    ...shell({ crumb: 'Recently Deleted' }),
    lazy: onFullServer(() => import('./routes/deleted-accounts.tsx')),
  },
  {
    path: 'tags',
    ...shell({ crumb: 'Tags' }),
    lazy: onFullServer(() => import('./routes/tags.tsx')),
  },
  { path: '*', lazy: notFound },
];

/** A user's own pages. */
const userRoutes: RouteObject[] = [
  { index: true, Component: Home },
  {
    path: 'import-preferences',
    ...shell({ crumb: 'Import Preferences' }),
    children: [
      { index: true, lazy: lazyPage(() => import('./routes/import-preferences.tsx')) },
      {
        path: 'import',
        ...shell({ crumb: 'Import Domains' }),
        lazy: lazyPage(() => import('./routes/import-wizard.tsx')),
      },
      {
        path: 'as-colleagues-see/:domainId',
        ...shell({ crumb: 'What Colleagues See' }),
        lazy: lazyPage(() => import('./routes/colleagues-view.tsx')),
      },
    ],
  },
  {
    path: 'import-preferences/settings',
    ...shell({ crumb: 'Settings' }),
    children: [
      { index: true, lazy: onFullServer(() => import('./routes/settings.tsx')) },
      {
        path: 'api-keys',
        ...shell({ crumb: 'API Keys' }),
        lazy: onFullServer(() => import('./routes/api-keys.tsx')),
      },
      {
        path: 'your-data',
        ...shell({ crumb: 'Your Data' }),
        lazy: onFullServer(() => import('./routes/own-data.tsx')),
      },
    ],
  },
  {
    path: 'integrations',
    ...shell({ crumb: 'Integrations' }),
    lazy: lazyPage(() => import('./routes/integrations.tsx')),
  },
  { path: '*', lazy: notFound },
];

/** `/admin/…`, behind the admin guard, within its navigation. */
const adminPages: RouteObject[] = [
  { index: true, element: <Navigate to="/admin/users" replace /> },
  {
    path: 'users',
    ...shell({ crumb: 'Users' }),
    children: [
      { index: true, lazy: lazyPage(() => import('./routes/admin/users.tsx')) },
      {
        path: ':userId/edit',
        ...shell({ crumb: { from: 'page-name' } }),
        lazy: lazyPage(() => import('./routes/admin/edit-user.tsx')),
      },
    ],
  },
  {
    path: 'organizations',
    ...shell({ crumb: 'Organizations' }),
    children: [
      { index: true, lazy: lazyPage(() => import('./routes/admin/organizations.tsx')) },
      {
        path: ':organizationId/single-sign-on',
        ...shell({ crumb: 'Single Sign-On' }),
        lazy: onFullServer(() => import('./routes/admin/single-sign-on.tsx')),
      },
      {
        path: ':organizationId/provisioning',
        ...shell({ crumb: 'Provisioning' }),
        lazy: onFullServer(() => import('./routes/admin/provisioning.tsx')),
      },
    ],
  },
  {
    path: 'workspaces',
    ...shell({ crumb: 'Workspaces' }),
    children: [
      { index: true, lazy: lazyPage(() => import('./routes/admin/workspaces.tsx')) },
      {
        path: ':workspaceId',
        ...shell({ crumb: { from: 'page-name' } }),
        lazy: onFullServer(() => import('./routes/admin/workspace.tsx')),
      },
    ],
  },
  {
    path: 'connections',
    ...shell({ crumb: 'Connections' }),
    lazy: onFullServer(() => import('./routes/admin/connections.tsx')),
  },
  {
    path: 'audit',
    ...shell({ crumb: 'Audit Log' }),
    lazy: onFullServer(() => import('./routes/admin/audit.tsx')),
  },
  {
    path: 'status',
    ...shell({ crumb: 'Status' }),
    lazy: onFullServer(() => import('./routes/admin/status.tsx')),
  },
  {
    path: 'reset-user-data',
    ...shell({ crumb: 'Reset User Data' }),
    lazy: lazyPage(() => import('./routes/admin/reset-user-data.tsx')),
  },
  // Not '*' alone, which ranks below '/:orgSlug/:workspaceSlug'.
  { path: ':page/*', lazy: notFound },
];

const adminRoutes: RouteObject[] = [
  {
    lazy: lazyPage(() => import('./routes/admin/admin.tsx')),
    children: [{ ErrorBoundary: PageError, children: adminPages }],
  },
];

const publicRoutes: RouteObject[] = [
  { path: '/login', lazy: lazyPage(() => import('./routes/auth/login.tsx')) },
  { path: '/sign-in', element: <Navigate to="/login" replace /> },
  { path: '/logout', lazy: lazyPage(() => import('./routes/auth/logout.tsx')) },
  {
    path: '/request-password-reset',
    lazy: lazyPage(() => import('./routes/auth/request-password-reset.tsx')),
  },
  { path: '/reset-password', lazy: lazyPage(() => import('./routes/auth/reset-password.tsx')) },
  { path: '/invitation', lazy: onFullServer(() => import('./routes/auth/invitation.tsx')) },
  {
    path: '/import-preferences/unsubscribe',
    lazy: onFullServer(() => import('./routes/auth/unsubscribe.tsx')),
  },
  { path: '/oauth/success', lazy: lazyPage(() => import('./routes/oauth-success.tsx')) },
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
            lazy: lazyPage(async () => ({
              Component: (await import('./routes/oauth-success.tsx')).Confirm,
            })),
          },
          {
            Component: Shell,
            children: [
              { ...shell({ context: 'user' }), ErrorBoundary: PageError, children: userRoutes },
              {
                path: '/admin',
                ...shell({ context: 'admin', crumb: 'Admin' }),
                ErrorBoundary: PageError,
                lazy: lazyPage(() => import('./admin-guard.tsx')),
                children: adminRoutes,
              },
              {
                path: '/:orgSlug/:workspaceSlug',
                ...shell({ context: 'workspace' }),
                ErrorBoundary: PageError,
                Component: Workspace,
                children: [{ ErrorBoundary: PageError, children: workspaceRoutes }],
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
