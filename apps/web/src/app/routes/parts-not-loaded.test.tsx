import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { mockEndpoint } from '#test/api.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';

const notLoaded = vi.hoisted(() => () => {
  throw new Error('Failed to fetch dynamically imported module');
});
vi.mock('#features/mail-files/mail-files-card.tsx', notLoaded);
vi.mock('#features/getting-started/getting-started.tsx', notLoaded);
vi.mock('#features/import-domain/import-domain-dialog.tsx', notLoaded);
vi.mock('#features/accounts-grid/views/views-menu.tsx', notLoaded);
vi.mock('../commands/command-palette.tsx', notLoaded);

/** Matches the toast for this many failures. */
const notLoadedTitle = (times: number) => (_: string, element: Element | null) =>
  element?.textContent === `This could not be loaded${times > 1 ? ` (${times} times)` : ''}`;

test('a card that cannot be loaded leaves the integrations as they are', async () => {
  serveAtLevel('full');
  mockEndpoint('GET /api/integrations', () => ({
    integrations: [],
    availableProviders: ['gmail'],
  }));
  mockEndpoint('GET /api/accounts', () => ({ domains: [] }));
  renderApp('/integrations', { as: sampleUser() });
  expect(await screen.findByText(/A part of this page could not be loaded/)).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Gmail' })).toBeTruthy();
});

test('first steps that cannot be loaded leave the accounts as they are', async () => {
  serveAtLevel('full');
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  mockEndpoint('GET /api/integrations', () => ({
    integrations: [],
    availableProviders: ['gmail'],
  }));
  renderApp('/northwind/sales/accounts', {
    as: sampleUser(),
    workspaces: [sampleWorkspace('Sales', { role: 'member', gettingStarted: true })],
  });
  expect(await screen.findByText(/A part of this page could not be loaded/)).toBeTruthy();
  expect(await screen.findByText(/a row here: 21 days of email/)).toBeTruthy();
});

test.each(['New Account', 'All accounts'])(
  '“%s” says each time that it cannot be loaded, and the page stays',
  async (name) => {
    serveAtLevel('full');
    mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
    renderApp('/northwind/sales/accounts', {
      as: sampleUser(),
      workspaces: [sampleWorkspace('Sales')],
    });
    for (const times of [1, 2]) {
      fireEvent.click((await screen.findAllByRole('button', { name }))[0] as Element);
      expect(await screen.findByText(notLoadedTitle(times))).toBeTruthy();
    }
  },
);

test('the command palette says each time that it cannot be loaded', async () => {
  serveAtLevel('full');
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  renderApp('/northwind/sales/accounts', {
    as: sampleUser(),
    workspaces: [sampleWorkspace('Sales')],
  });
  await screen.findByRole('button', { name: 'New Account' });
  for (const times of [1, 2]) {
    fireEvent.keyDown(document, { key: 'k', ctrlKey: true });
    expect(await screen.findByText(notLoadedTitle(times))).toBeTruthy();
  }
});
