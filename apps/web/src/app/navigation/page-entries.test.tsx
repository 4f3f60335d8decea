import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint } from '#test/api.ts';
import { pagesOf } from '#test/pages-of.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';
import { routes } from '../routes.tsx';

/*
 * Every page that exists can be found without knowing its address and without the command palette:
 * in a sidebar, in the menu of the page that it belongs to, or as an entry of a list.
 */

/** The button that opens the menu with the page, or the name of the navigation that lists it. */
type Entry = { menu: RegExp } | { navigation: string; on: string };

const inWorkspace: Entry = { navigation: 'Main', on: '/northwind/sales/people' };
const amongPersonal: Entry = { navigation: 'Your pages', on: '/integrations' };
const inSwitcher: Entry = { menu: /Switch workspace/ };
const aboutAccounts: Entry = { menu: /^More about accounts$/ };
const inAdministration: Entry = { navigation: 'Administration', on: '/admin/reset-user-data' };

const WORKSPACE = '/:orgSlug/:workspaceSlug';

const LINKED: Readonly<Record<string, Entry>> = {
  [`${WORKSPACE}/today`]: inWorkspace,
  [`${WORKSPACE}/accounts`]: inWorkspace,
  [`${WORKSPACE}/people`]: inWorkspace,
  [`${WORKSPACE}/going-quiet`]: inWorkspace,
  [`${WORKSPACE}/search`]: inWorkspace,
  [`${WORKSPACE}/members`]: inSwitcher,
  [`${WORKSPACE}/settings`]: inSwitcher,
  [`${WORKSPACE}/import-accounts`]: aboutAccounts,
  [`${WORKSPACE}/deleted-accounts`]: aboutAccounts,
  [`${WORKSPACE}/tags`]: aboutAccounts,
  '/import-preferences': amongPersonal,
  '/import-preferences/settings': amongPersonal,
  '/integrations': amongPersonal,
  '/admin/users': inAdministration,
  '/admin/organizations': inAdministration,
  '/admin/workspaces': inAdministration,
  '/admin/connections': inAdministration,
  '/admin/audit': inAdministration,
  '/admin/status': inAdministration,
  '/admin/reset-user-data': inAdministration,
};

/** Pages of one entry of a list or of one task, opened there. */
const OPENED_IN: Readonly<Record<string, string>> = {
  [`${WORKSPACE}/accounts/:accountId`]: `${WORKSPACE}/accounts`,
  [`${WORKSPACE}/accounts/:accountId/people`]: `${WORKSPACE}/accounts`,
  [`${WORKSPACE}/people/:personId`]: `${WORKSPACE}/people`,
  [`${WORKSPACE}/settings/webhooks`]: `${WORKSPACE}/settings`,
  '/import-preferences/import': '/import-preferences',
  '/import-preferences/as-colleagues-see/:domainId': '/import-preferences',
  '/import-preferences/settings/api-keys': '/import-preferences/settings',
  '/import-preferences/settings/your-data': '/import-preferences/settings',
  '/admin/users/:userId/edit': '/admin/users',
  '/admin/workspaces/:workspaceId': '/admin/workspaces',
  '/admin/organizations/:organizationId/single-sign-on': '/admin/organizations',
  '/admin/organizations/:organizationId/provisioning': '/admin/organizations',
};

/** Pages outside of the application: signing in, and what links in emails and other sites lead to. */
const OUTSIDE = new Set([
  '/',
  '/login',
  '/logout',
  '/request-password-reset',
  '/reset-password',
  '/invitation',
  '/import-preferences/unsubscribe',
  '/oauth/success',
  '/oauth/confirm',
  '/dev/ui',
]);

test('each page has an entry', () => {
  const known = [...Object.keys(LINKED), ...Object.keys(OPENED_IN), ...OUTSIDE];
  expect(new Set(pagesOf(routes))).toEqual(new Set(known));
  for (const parent of Object.values(OPENED_IN)) expect(LINKED[parent]).toBeDefined();
});

const actual = (path: string) => path.replace(WORKSPACE, '/northwind/sales');

test.each(Object.entries(LINKED))('%s is found at its entry', async (path, entry) => {
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  mockEndpoint('GET /api/admin/provider-problems', () => ({ problems: [] }));
  const { user } = renderApp('navigation' in entry ? entry.on : '/northwind/sales/accounts', {
    as: sampleUser({ isAdmin: true }),
    workspaces: [sampleWorkspace('Sales')],
  });
  if ('menu' in entry) await user.click(await screen.findByRole('button', { name: entry.menu }));
  const list =
    'menu' in entry
      ? within(await screen.findByRole('menu')).getAllByRole('menuitem')
      : within(await screen.findByRole('navigation', { name: entry.navigation })).getAllByRole(
          'link',
        );
  expect(list.map((link) => link.getAttribute('href'))).toContain(actual(path));
});
