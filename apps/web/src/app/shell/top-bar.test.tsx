import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, neverResponds } from '#test/api.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleOrganization, sampleUser, sampleWorkspace } from '#test/samples.ts';

const contoso = sampleOrganization('Contoso');
const sales = sampleWorkspace('Sales');
const support = sampleWorkspace('Support');
const partners = sampleWorkspace('Partners', { organization: contoso });
const workspaces = [sales, partners, support];

const open = (as = sampleUser()) => renderApp('/northwind/sales/nowhere', { as, workspaces });

test('the switcher lists the workspaces by organization and marks the current one', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /Northwind.*Sales/ }));
  const groups = await screen.findAllByRole('group');
  expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual(['Northwind', 'Contoso']);
  const items = (index: number) => within(groups[index] ?? document.body).getAllByRole('menuitem');
  expect(items(0).map(({ textContent }) => textContent)).toEqual(['Sales', 'Support']);
  expect(items(1).map(({ textContent }) => textContent)).toEqual(['Partners']);
  const current = screen.getAllByRole('menuitem', { current: true });
  expect(current.map(({ textContent }) => textContent)).toEqual(['Sales']);
});

test('switching remembers the workspace and opens it', async () => {
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: /Northwind.*Sales/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Partners' }));
  await waitFor(() => expect(address()).toBe('/contoso/partners/accounts'));
  expect(localStorage.getItem('active_workspace')).toContain(partners.id);
});

test('the logo leads home', async () => {
  const { user, address } = open();
  await user.click(await screen.findByRole('link', { name: 'Home' }));
  await waitFor(() => expect(address()).toBe('/northwind/sales/accounts'));
});

test('the first stop of the keyboard skips to the content', async () => {
  const { user } = open();
  await screen.findByRole('heading', { name: 'Page Not Found' });
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Skip to content');
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

async function openUserMenu(as = sampleUser()) {
  const app = open(as);
  (await screen.findByRole('button', { name: /^User menu/ })).focus();
  await app.user.keyboard('{Enter}');
  await screen.findByRole('menu');
  return app;
}

test.each([
  ['Import Preferences', '/import-preferences'],
  ['Integrations', '/integrations'],
])('the user menu leads to %s', async (name, path) => {
  await openUserMenu();
  expect(screen.getByRole('menuitem', { name }).getAttribute('href')).toBe(path);
});

test('by keyboard alone: to another workspace through the user menu', async () => {
  const { user, address } = await openUserMenu();
  await user.keyboard('sw{ArrowRight}');
  await screen.findByRole('menuitem', { name: 'Support' });
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe('/northwind/support/accounts'));
});

test.each<[string, Parameters<typeof mockEndpoint<'GET /api/workspaces'>>[1], string]>([
  ['while they load', neverResponds, 'Loading workspaces...'],
  ['when there are none', () => ({ items: [] }), 'No workspaces available'],
])('the switch menu has a word %s', async (_, reply, text) => {
  const { user } = renderApp('/', { as: sampleUser() });
  mockEndpoint('GET /api/workspaces', reply);
  (await screen.findByRole('button', { name: /^User menu/ })).focus();
  await user.keyboard('{Enter}sw{ArrowRight}');
  expect(await screen.findByText(text)).toBeTruthy();
});

test('the theme is chosen in the user menu', async () => {
  const { user } = await openUserMenu();
  await user.keyboard('t{ArrowRight}');
  await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(localStorage.getItem('ui.theme')).toBe('"dark"');
});

test('administrators find their pages', async () => {
  const { user } = await openUserMenu(sampleUser({ isAdmin: true }));
  await user.keyboard('a{ArrowRight}');
  await screen.findByRole('menuitem', { name: 'Users' });
  for (const [name, path] of [
    ['Users', '/admin/users'],
    ['Organizations', '/admin/organizations'],
    ['Workspaces', '/admin/workspaces'],
    ['Reset User Data', '/admin/reset-user-data'],
  ] as const) {
    expect(screen.getByRole('menuitem', { name }).getAttribute('href')).toBe(path);
  }
});

test('others do not', async () => {
  await openUserMenu();
  expect(screen.queryByRole('menuitem', { name: 'Admin' })).toBeNull();
});

test('Sign Out does not wait for the server, and the next person begins at home', async () => {
  const app = await openUserMenu();
  mockEndpoint('POST /api/auth/logout', neverResponds);
  await app.user.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
  await screen.findByRole('button', { name: 'Sign in' });
  expect(app.address()).toBe('/login');
  expect(localStorage.getItem('auth_token')).toBeNull();
  expect(localStorage.getItem('auth_user')).toBeNull();

  mockEndpoint('POST /api/auth/login', () => ({ token: 'next', user: sampleUser() }));
  await app.user.type(await screen.findByLabelText(/^Email/), 'noor@northwind.example');
  await app.user.type(await screen.findByLabelText(/^Password/), 'secret{Enter}');
  await waitFor(() => expect(app.address()).toBe('/northwind/sales/accounts'));
});
