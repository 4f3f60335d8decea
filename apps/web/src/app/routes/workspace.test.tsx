import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mockEndpoint, brokenConnection, failure, neverResponds } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { RETRY_INTERVAL_MS } from '#lib/api/retry-while-unavailable.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';

test('says what it is doing', async () => {
  mockEndpoint('GET /api/workspaces', neverResponds);
  renderApp('/northwind/sales/accounts', { as: sampleUser() });
  expect(await screen.findByText('Loading workspace...')).toBeTruthy();
});

test('opens on the accounts', async () => {
  const { address } = renderApp('/northwind/sales', {
    as: sampleUser(),
    workspaces: [sampleWorkspace('Sales')],
  });
  await waitFor(() => expect(address()).toBe('/northwind/sales/accounts'));
});

test.each(['/northwind/other/accounts', '/elsewhere/sales/accounts'])(
  '%s: says that there is no such workspace',
  async (path) => {
    renderApp(path, { as: sampleUser(), workspaces: [sampleWorkspace('Sales')] });
    await screen.findByRole('heading', { name: 'Workspace Not Found' });
    const [, org, workspace] = path.split('/');
    expect(
      screen.getByText(
        `The workspace "${org}/${workspace}" could not be found or you don't have access to it.`,
      ),
    ).toBeTruthy();
  },
);

test('reports a failed list, and retries', async () => {
  mockEndpoint('GET /api/workspaces', () => failure('FORBIDDEN', 'Not now'));
  const { user } = renderApp('/northwind/sales/nowhere', { as: sampleUser() });
  await screen.findByRole('heading', { name: 'Failed to load workspace' });
  screen.getByText('Not now');
  await expectAccessible();
  mockEndpoint('GET /api/workspaces', () => ({ items: [sampleWorkspace('Sales')] }));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
});

test('a response that is no list counts as empty', async () => {
  mockEndpoint('GET /api/workspaces', () => HttpResponse.html('<h1>Welcome</h1>'));
  renderApp('/northwind/sales/accounts', { as: sampleUser() });
  await screen.findByRole('heading', { name: 'Failed to load workspace' });
  expect(screen.getByText('Failed to fetch workspaces')).toBeTruthy();
});

test('says in words of its own that the network failed', async () => {
  mockEndpoint('GET /api/workspaces', brokenConnection);
  renderApp('/northwind/sales/accounts', { as: sampleUser() });
  await screen.findByRole('heading', { name: 'Failed to load workspace' });
  expect(screen.getByText('Network error occurred')).toBeTruthy();
});

test('asks again while the service is unavailable, and recovers by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'setInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  mockEndpoint('GET /api/workspaces', () => failure('UNAVAILABLE', 'Please try again shortly.'));
  renderApp('/northwind/sales/nowhere', { as: sampleUser() });
  await screen.findByRole('heading', { name: 'Failed to load workspace' });
  mockEndpoint('GET /api/workspaces', () => ({ items: [sampleWorkspace('Sales')] }));
  await vi.advanceTimersByTimeAsync(RETRY_INTERVAL_MS);
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
});
