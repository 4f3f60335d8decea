import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, brokenConnection, failure, neverResponds } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const first = sampleWorkspace('First');
const owned = sampleWorkspace('Owned', { role: 'owner' });
const other = sampleWorkspace('Other');

function remember({ id }: { id: string }, daysAgo: number) {
  const timestamp = Date.now() - daysAgo * DAY_MS;
  localStorage.setItem('active_workspace', JSON.stringify({ id, timestamp }));
}

test('says what it is doing', async () => {
  mockEndpoint('GET /api/workspaces', neverResponds);
  renderApp('/', { as: sampleUser() });
  expect(await screen.findByText('Finding your workspace...')).toBeTruthy();
});

test('opens the remembered workspace', async () => {
  remember(other, 29);
  const { address } = renderApp('/', { as: sampleUser(), workspaces: [first, owned, other] });
  await waitFor(() => expect(address()).toBe('/northwind/other/accounts'));
});

test.each([
  ['after 30 days', other, 31],
  ['once it is no longer listed', sampleWorkspace('Left'), 1],
])('forgets it %s and opens the first owned', async (_, remembered, daysAgo) => {
  remember(remembered, daysAgo);
  const { address } = renderApp('/', { as: sampleUser(), workspaces: [first, owned, other] });
  await waitFor(() => expect(address()).toBe('/northwind/owned/accounts'));
  await waitFor(() => expect(localStorage.getItem('active_workspace')).toContain(owned.id));
});

test('opens the first where none is owned', async () => {
  localStorage.setItem('active_workspace', 'not JSON');
  const { address } = renderApp('/', { as: sampleUser(), workspaces: [first, other] });
  await waitFor(() => expect(address()).toBe('/northwind/first/accounts'));
});

test('stores what is needed of the open workspace', async () => {
  renderApp('/northwind/first/accounts', { as: sampleUser(), workspaces: [first] });
  await waitFor(() => expect(localStorage.getItem('active_workspace')).not.toBeNull());
  expect(JSON.parse(localStorage.getItem('active_workspace') ?? '')).toEqual({
    id: first.id,
    name: 'First',
    slug: 'first',
    organizationId: first.organization.id,
    organizationName: 'Northwind',
    organizationSlug: 'northwind',
    timestamp: expect.closeTo(Date.now(), -4),
  });
});

const NONE = "You don't have access to any workspaces. Please contact your administrator.";

test('tells a user who belongs to no workspace', async () => {
  renderApp('/', { as: sampleUser(), workspaces: [] });
  await screen.findByRole('heading', { name: 'No Workspaces Available' });
  screen.getByText(NONE);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('reports a failed list, and retries', async () => {
  remember(other, 1);
  mockEndpoint('GET /api/workspaces', () => failure('FORBIDDEN', 'Not now'));
  const { user, address } = renderApp('/', { as: sampleUser() });
  await screen.findByRole('heading', { name: 'No Workspaces Available' });
  screen.getByText(NONE);
  screen.getByText('Failed to fetch workspaces: Not now');
  await expectAccessible();
  mockEndpoint('GET /api/workspaces', () => ({ items: [first, other] }));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(address()).toBe('/northwind/other/accounts'));
});

test.each([
  ['the connection breaks', brokenConnection, 'Failed to fetch workspaces: Network error occurred'],
  ['there is no list', () => Response.json({}), 'Failed to fetch workspaces'],
])('says it in words of its own when %s', async (_, reply, text) => {
  mockEndpoint('GET /api/workspaces', reply);
  renderApp('/', { as: sampleUser() });
  expect((await screen.findByText(/^Failed to fetch/)).textContent).toBe(text);
});
