import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleTrackedDomain, sampleUser, sampleWorkspace } from '#test/samples.ts';
import { pressedShortcut } from '#lib/shortcuts.ts';

const sales = sampleWorkspace('Sales');
const research = sampleWorkspace('Research');
const ACCOUNT_ID = '00000000-0000-4000-8000-00000000acce';

beforeEach(() => {
  localStorage.removeItem('single-key-shortcuts');
  mockEndpoint('GET /api/workspaces/{workspaceId}/views', () => ({ views: [], departed: [] }));
  mockEndpoint('GET /api/integrations', () => ({ integrations: [], availableProviders: [] }));
  mockEndpoint('GET /api/accounts', () => ({ domains: [sampleTrackedDomain('acme.example')] }));
});

const open = (isAdmin = false) =>
  renderApp('/import-preferences', {
    as: sampleUser({ isAdmin }),
    workspaces: [sales, research],
  });

async function openPalette(isAdmin = false) {
  const app = open(isAdmin);
  await screen.findByText('acme.example');
  await app.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Command palette' });
  return { ...app, field };
}

const searchFor = (text: string) => `Search activities for “${text}”Sales`;
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('is not there unless the server searches accounts', async () => {
  serveAtLevel('specification');
  const { user } = open();
  await screen.findByText('acme.example');
  await user.keyboard('{Control>}k{/Control}?');
  await user.click(screen.getByRole('button', { name: /User menu/ }));
  expect(screen.queryByRole('menuitem', { name: 'Command Palette' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('goes to a workspace by keyboard, and gives the focus back on Escape', async () => {
  const { user, address, field } = await openPalette();
  expect(document.activeElement).toBe(field);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Command palette' }), 'rese');
  await waitFor(() => expect(options()).toEqual(['ResearchNorthwind', searchFor('rese')]));
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/northwind/research/accounts'));
});

test('finds accounts of the workspace, and the arrow keys choose among all results', async () => {
  const asked: unknown[] = [];
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', ({ query }) => {
    asked.push(query);
    return {
      accounts: [{ id: ACCOUNT_ID, name: 'Memphis Inc', domain: 'memphis.example' }] as never,
    };
  });
  const { user, address, field } = await openPalette();
  await user.type(field, 'mem');
  await waitFor(() =>
    expect(options()).toEqual(['Memphis Incmemphis.example', 'Members', searchFor('mem')]),
  );
  expect(asked.at(-1)).toEqual({ search: 'mem', limit: '8' });
  await expectAccessible();
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  expect(active()?.textContent).toContain('Memphis Inc');
  await user.keyboard('{ArrowDown}');
  expect(active()?.textContent).toBe('Members');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()?.textContent).toContain('Memphis Inc');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`/northwind/sales/accounts/${ACCOUNT_ID}`));
});

test('lists pages of the administration for administrators alone', async () => {
  await openPalette();
  expect(options()).not.toContain('UsersAdmin');
});

test('administrators go to their pages', async () => {
  await openPalette(true);
  expect(options()).toContain('UsersAdmin');
});

test('what nothing is named after is searched among the activities', async () => {
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  const { user, field, address } = await openPalette();
  await user.type(field, 'zzz');
  await waitFor(() => expect(options()).toEqual([searchFor('zzz')]));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/northwind/sales/search?q=zzz'));
});

test('the help lists all shortcuts, and switches those of a single key off', async () => {
  const { user } = open();
  await screen.findByText('acme.example');
  await user.keyboard('?');
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' }));
  expect(help.getByText('Next activity')).toBeTruthy();
  await expectAccessible();
  const press = () => pressedShortcut(new KeyboardEvent('keydown', { key: 'j' }));
  expect(press()).toBe('next-activity');
  await user.click(help.getByRole('checkbox', { name: /Single-key shortcuts/ }));
  expect(press()).toBeUndefined();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  // Shortcuts with a modifier work on.
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('combobox', { name: 'Command palette' })).toBeTruthy();
});

test('the palette opens the help', async () => {
  const { user, field } = await openPalette();
  await user.type(field, 'keyb');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('the user menu opens both, for those without a keyboard', async () => {
  const { user } = open();
  await screen.findByText('acme.example');
  await user.click(screen.getByRole('button', { name: /User menu/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Command Palette' }));
  expect(await screen.findByRole('combobox', { name: 'Command palette' })).toBeTruthy();
});

test('goes to a saved view', async () => {
  const view = {
    id: ACCOUNT_ID,
    name: 'Not reached',
    isShared: true,
    isOwn: false,
    canChange: false,
    isDefault: false,
    owner: { name: 'Bob' },
    state: { filters: { quiet_for: '30' }, widths: {} },
  };
  const views = [view];
  mockEndpoint('GET /api/workspaces/{workspaceId}/views', () => ({ views, departed: [] }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  const { user, address, field } = await openPalette();
  await user.type(field, 'reached');
  await waitFor(() => expect(options()).toEqual(['Not reachedBob', searchFor('reached')]));
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(address()).toBe(`/northwind/sales/accounts?quiet_for=30&view=${ACCOUNT_ID}`),
  );
});

test('goes to the people who are going quiet', async () => {
  const { user, address, field } = await openPalette();
  await user.type(field, 'people going');
  await waitFor(() => expect(options()).toEqual(['People Going Quiet', searchFor('people going')]));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/northwind/sales/going-quiet'));
});

test('begins a new account from any page', async () => {
  const { user, address, field } = await openPalette();
  await user.type(field, 'new acc');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'New Account' })).toBeTruthy();
  expect(address()).toBe('/import-preferences');
  await expectAccessible();
});
