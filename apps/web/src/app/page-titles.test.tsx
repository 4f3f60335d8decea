import { endpoints, type EndpointName } from '@repo/contract/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mockEndpoint, neverResponds } from '#test/api.ts';
import { pagesOf } from '#test/pages-of.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { routes } from './routes.tsx';

const WORKSPACE = '/:orgSlug/:workspaceSlug';

/** What the tab of each page says while nothing has been answered yet. */
const TITLES: Readonly<Record<string, string>> = {
  '/': 'Acme CRM – Home',
  [`${WORKSPACE}/accounts`]: 'Acme CRM – Accounts',
  [`${WORKSPACE}/accounts/:accountId`]: 'Acme CRM – Account',
  [`${WORKSPACE}/accounts/:accountId/people`]: 'People at Account · Sales · Acme CRM',
  [`${WORKSPACE}/today`]: 'Today · Sales · Acme CRM',
  [`${WORKSPACE}/people`]: 'People · Sales · Acme CRM',
  [`${WORKSPACE}/people/:personId`]: 'Person · Sales · Acme CRM',
  [`${WORKSPACE}/going-quiet`]: 'People Going Quiet · Sales · Acme CRM',
  [`${WORKSPACE}/search`]: 'Search · Sales · Acme CRM',
  [`${WORKSPACE}/members`]: 'Members · Sales · Acme CRM',
  [`${WORKSPACE}/settings`]: 'Workspace Settings · Sales · Acme CRM',
  [`${WORKSPACE}/settings/webhooks`]: 'Webhooks · Sales · Acme CRM',
  [`${WORKSPACE}/import-accounts`]: 'Import from CSV · Sales · Acme CRM',
  [`${WORKSPACE}/deleted-accounts`]: 'Recently Deleted · Sales · Acme CRM',
  [`${WORKSPACE}/tags`]: 'Tags · Sales · Acme CRM',
  '/import-preferences': 'Acme CRM – Import Preferences',
  '/import-preferences/import': 'Acme CRM – Import Accounts',
  '/import-preferences/as-colleagues-see/:domainId': 'Acme CRM – What Colleagues See',
  '/import-preferences/settings': 'Acme CRM – Settings',
  '/import-preferences/settings/api-keys': 'Acme CRM – API Keys',
  '/import-preferences/settings/your-data': 'Acme CRM – Your Data',
  '/integrations': 'Acme CRM – Integrations',
  '/admin/users': 'Acme CRM – Platform Users',
  '/admin/users/:userId/edit': 'Acme CRM – Edit User',
  '/admin/organizations': 'Acme CRM – Platform Organizations',
  '/admin/organizations/:organizationId/single-sign-on': 'Acme CRM – Single Sign-On',
  '/admin/organizations/:organizationId/provisioning': 'Acme CRM – Provisioning',
  '/admin/workspaces': 'Acme CRM – Platform Workspaces',
  '/admin/workspaces/:workspaceId': 'Acme CRM – Workspace',
  '/admin/connections': 'Acme CRM – Connections',
  '/admin/audit': 'Acme CRM – Audit Log',
  '/admin/status': 'Acme CRM – Status',
  '/admin/reset-user-data': 'Acme CRM – Reset User Data',
  '/login': 'Acme CRM – Sign in',
  '/logout': 'Acme CRM – Logout',
  '/request-password-reset': 'Acme CRM – Reset password',
  '/reset-password': 'Acme CRM – Set new password',
  '/invitation': 'Acme CRM – Invitation',
  '/import-preferences/unsubscribe': 'Acme CRM – Unsubscribe',
  '/oauth/success': 'Acme CRM – Integrations',
  '/oauth/confirm': 'Acme CRM – Integrations',
  // The page of a developer, which is in no build.
  '/dev/ui': 'Design system',
};

const sales = sampleWorkspace('Sales');
const signedIn = { as: sampleUser({ isAdmin: true }), workspaces: [sales] };
const isPublic = (path: string) =>
  /^\/(login|logout|re|invitation|import-preferences\/unsubscribe)/.test(path);

beforeEach(() => {
  const meta = document.createElement('meta');
  meta.name = 'product-name';
  meta.content = 'Acme CRM';
  document.head.append(meta);
  document.title = '';
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    if (name.startsWith('GET ')) mockEndpoint(name, neverResponds);
  }
});
afterEach(() => document.head.querySelector('meta[name="product-name"]')?.remove());

test('each page has a title', () => {
  expect(new Set(pagesOf(routes))).toEqual(new Set(Object.keys(TITLES)));
});

test.each(Object.entries(TITLES))('the tab of %s says %s while it loads', async (path, title) => {
  const address = path.replace(WORKSPACE, '/northwind/sales').replace(/:\w+/, sampleId());
  renderApp(address, isPublic(path) ? {} : signedIn);
  await waitFor(() => expect(document.title).toBe(title));
});

test('the tab follows from page to page, and back', async () => {
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  const app = renderApp('/northwind/sales/accounts', signedIn);
  const open = async (name: string) => {
    const links = within(await screen.findByRole('navigation', { name: 'Main' }));
    await app.user.click(links.getByRole('link', { name }));
  };
  await waitFor(() => expect(document.title).toBe('Acme CRM – Accounts'));
  await open('People');
  await waitFor(() => expect(document.title).toBe('People · Sales · Acme CRM'));
  await open('Going Quiet');
  await waitFor(() => expect(document.title).toBe('People Going Quiet · Sales · Acme CRM'));
  await app.goBack();
  await waitFor(() => expect(document.title).toBe('People · Sales · Acme CRM'));
  await open('Accounts');
  await waitFor(() => expect(document.title).toBe('Acme CRM – Accounts'));
});

test('without a name of the product, the tab says page and workspace', async () => {
  document.head.querySelector('meta[name="product-name"]')?.remove();
  renderApp('/northwind/sales/today', signedIn);
  await waitFor(() => expect(document.title).toBe('Today · Sales'));
});

test('a page that does not exist says so in the tab, also one that this server does not offer', async () => {
  serveAtLevel('specification');
  renderApp('/northwind/sales/today', signedIn);
  await waitFor(() => expect(document.title).toBe('Acme CRM – Page Not Found'));
});
