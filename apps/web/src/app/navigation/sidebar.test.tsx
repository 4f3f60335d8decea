import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleIntegration, sampleUser, sampleWorkspace } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const sales = sampleWorkspace('Sales');
const support = sampleWorkspace('Support');
const open = (path = '/northwind/sales/people') =>
  renderApp(path, { as: sampleUser(), workspaces: [sales, support] });

beforeEach(() => localStorage.clear());

const sidebar = async (name = 'Main') => within(await screen.findByRole('navigation', { name }));

const view = {
  id: sampleId(),
  name: 'Partners & friends',
  isShared: false,
  isOwn: true,
  canChange: true,
  isDefault: false,
  owner: { name: 'Maya Lindqvist' },
  state: { filters: { going_quiet: 'true' }, widths: {} },
};

test('lists the pages of the workspace and marks the current one', async () => {
  open();
  const links = (await sidebar()).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Today', '/northwind/sales/today'],
    ['Accounts', '/northwind/sales/accounts'],
    ['People', '/northwind/sales/people'],
    ['Going Quiet', '/northwind/sales/going-quiet'],
    ['Search', '/northwind/sales/search'],
    ['Integrations', '/integrations'],
    ['Import Preferences', '/import-preferences'],
  ]);
  expect((await sidebar()).getByRole('link', { current: 'page' }).textContent).toBe('People');
  await expectAccessible();
});

test('is not there on a server of the specification alone', async () => {
  serveAtLevel('specification');
  open('/northwind/sales/nowhere');
  await screen.findByRole('heading', { name: 'Page Not Found' });
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Open navigation' })).toBeNull();
});

test('leads from a workspace that does not exist to one that does', async () => {
  open('/northwind/nowhere/accounts');
  await screen.findByRole('heading', { name: 'Workspace Not Found' });
  const links = (await sidebar()).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Back to Sales', '/northwind/sales/accounts'],
    ['Import Preferences', '/import-preferences'],
    ['Integrations', '/integrations'],
    ['Settings', '/import-preferences/settings'],
  ]);
});

test('a saved view is opened from it, and is then the current page', async () => {
  localStorage.setItem('ui.sidebar', '"labels"');
  mockEndpoint('GET /api/workspaces/{workspaceId}/views', () => ({ views: [view], departed: [] }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  const { user, address } = open();
  await user.click(await (await sidebar()).findByRole('link', { name: view.name }));
  expect(address()).toBe(`/northwind/sales/accounts?going_quiet=true&view=${view.id}`);
  const current = (await sidebar()).getAllByRole('link', { current: 'page' });
  expect(current.map(({ textContent }) => textContent)).toEqual([view.name]);
});

test('says that a connection needs attention', async () => {
  const broken = { ...sampleIntegration(), needsReauth: true };
  mockEndpoint('GET /api/integrations', () => ({
    integrations: [broken],
    availableProviders: [],
  }));
  open();
  await waitFor(async () =>
    expect(
      (await sidebar()).getByRole('link', { name: /^Integrations.*needs your attention$/ }),
    ).toBeTruthy(),
  );
});

test('collapses to icons that keep their names, and stays so', async () => {
  const { user } = open();
  const expand = await screen.findByRole('button', { name: 'Expand sidebar' });
  expect(expand.getAttribute('aria-expanded')).toBe('false');
  await user.click(expand);
  await user.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
  expect(localStorage.getItem('ui.sidebar')).toBe('"icons"');
  await user.click(screen.getByRole('button', { name: 'Expand sidebar' }));
  expect(localStorage.getItem('ui.sidebar')).toBe('"labels"');
  expect((await sidebar()).getByRole('link', { name: 'Going Quiet' })).toBeTruthy();
});

test('opens over a narrow page, and closes when a page is chosen', async () => {
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: 'Open navigation' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Go to' }));
  await expectAccessible();
  await user.click(drawer.getByRole('link', { name: 'Search' }));
  await waitFor(() => expect(address()).toBe('/northwind/sales/search'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('without a visit before, personal pages lead to the workspace of the home page: an own one first', async () => {
  const member = { ...sampleWorkspace('Sales'), role: 'member' as const };
  const own = { ...sampleWorkspace('Research'), role: 'owner' as const };
  mockEndpoint('GET /api/auth/own-data', () => failure('NOT_FOUND', 'Not here'));
  renderApp('/import-preferences/settings/your-data', {
    as: sampleUser(),
    workspaces: [member, own],
  });
  const links = await sidebar('Your pages');
  expect(await links.findByRole('link', { name: 'Back to Research' })).toBeTruthy();
});

test('personal pages lead back to the workspace one came from', async () => {
  const { user, address } = open('/northwind/support/people');
  await user.click(await (await sidebar()).findByRole('link', { name: 'Integrations' }));
  const links = (await sidebar('Your pages')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Back to Support',
    'Import Preferences',
    'Integrations',
    'Settings',
  ]);
  expect((await sidebar('Your pages')).getByRole('link', { current: 'page' }).textContent).toBe(
    'Integrations',
  );
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  await user.click((await sidebar('Your pages')).getByRole('link', { name: 'Back to Support' }));
  await waitFor(() => expect(address()).toBe('/northwind/support/accounts'));
});
