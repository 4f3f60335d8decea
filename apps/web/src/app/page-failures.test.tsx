import { act, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Outlet } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '#test/expect-accessible.ts';
import { mockEndpoint, brokenConnection } from '#test/api.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';
import { noteResponse } from '#lib/connection/connection.ts';
import { lazyPage } from './lazy-page.tsx';
import { PageError } from './page-error.tsx';
import { RequireSession } from './require-session.tsx';
import { Shell } from './shell/shell.tsx';

const sales = sampleWorkspace('Sales');
const signedIn = { as: sampleUser(), workspaces: [sales] };

const OUTAGE = { name: 'HTTP Error', status: 502, code: undefined } as const;

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

const within = (page: object) => [
  {
    Component: RequireSession,
    children: [
      {
        Component: Shell,
        children: [
          {
            path: '/:orgSlug/:workspaceSlug',
            handle: { context: 'workspace' },
            ErrorBoundary: PageError,
            Component: Outlet,
            children: [{ path: 'odd', ...page }],
          },
        ],
      },
    ],
  },
];

const ODD = '/northwind/sales/odd';
const Page = () => <h1>The page</h1>;

test('a page that throws leaves the shell, and can be tried again', async () => {
  let isBroken = true;
  const Component = () => {
    if (isBroken) throw new TypeError('Cannot read properties of undefined');
    return <Page />;
  };
  const { user } = renderApp(ODD, { ...signedIn, routes: within({ Component }) });
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' });
  screen.getByRole('button', { name: /^User menu/ });
  expect(document.body.textContent).not.toContain('Cannot read');
  expect(screen.getByRole('link', { name: 'Back to Accounts' }).getAttribute('href')).toBe(
    '/northwind/sales/accounts',
  );
  await expectAccessible();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'The page' })).toBeTruthy();
});

/** A page whose code fails to load until `repair` is called. */
function failingPage() {
  let isBroken = true;
  const lazy = lazyPage(async (): Promise<{ Component: ComponentType }> => {
    if (isBroken) throw new TypeError('Failed to fetch dynamically imported module');
    return { Component: Page };
  });
  return { lazy, repair: () => (isBroken = false) };
}

test('a page whose code cannot be loaded opens when the connection returns', async () => {
  const { lazy, repair } = failingPage();
  renderApp(ODD, { ...signedIn, routes: within({ lazy }) });
  await screen.findByRole('heading', { name: 'This page could not be loaded' });
  screen.getByRole('button', { name: /^User menu/ });
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  repair();
  act(() => {
    noteResponse(OUTAGE);
    noteResponse();
  });
  expect(await screen.findByRole('heading', { name: 'The page' })).toBeTruthy();
});

test('it can be tried again by hand', async () => {
  const { lazy, repair } = failingPage();
  const { user } = renderApp(ODD, { ...signedIn, routes: within({ lazy }) });
  const again = await screen.findByRole('button', { name: 'Try Again' });
  repair();
  await user.click(again);
  expect(await screen.findByRole('heading', { name: 'The page' })).toBeTruthy();
});

test('a server of the specification alone gets the title of the specification', async () => {
  serveAtLevel('specification');
  renderApp(ODD, { ...signedIn, routes: within({ lazy: failingPage().lazy }) });
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' });
  expect(screen.getByRole('button', { name: /^User menu/ })).toBeTruthy();
});

test('the top bar says that the server is gone, and what failed loads when it is back', async () => {
  const { user } = renderApp('/integrations', signedIn);
  let isBroken = true;
  const whileThere = <Data,>(data: Data) => (isBroken ? brokenConnection() : data);
  mockEndpoint('GET /api/auth/me', () => whileThere({ user: signedIn.as }));
  mockEndpoint('GET /api/workspaces', () => whileThere({ items: [sales] }));
  mockEndpoint('GET /api/accounts', () => whileThere({ domains: [] }));
  mockEndpoint('GET /api/integrations', () =>
    whileThere({ integrations: [], availableProviders: ['gmail'] }),
  );
  const again = await screen.findByRole('button', { name: /Reconnecting|Server unavailable/ });
  await expectAccessible();
  isBroken = false;
  await user.click(again);
  expect(await screen.findByRole('region', { name: 'Gmail' })).toBeTruthy();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /Reconnecting|Server unavailable/ })).toBeNull(),
  );
});
