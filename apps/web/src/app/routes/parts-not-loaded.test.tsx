import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { mockEndpoint } from '../../../test/api.ts';
import { offer } from '../../../test/offer.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '../../../test/samples.ts';

const notLoaded = vi.hoisted(() => () => {
  throw new Error('Failed to fetch dynamically imported module');
});
vi.mock('../../features/mail-files/mail-files-card.tsx', notLoaded);
vi.mock('../../features/getting-started/getting-started.tsx', notLoaded);

test('a card that cannot be loaded leaves the integrations as they are', async () => {
  offer('mail-files');
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
  offer('getting-started');
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
