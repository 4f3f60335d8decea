import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

// The columns that the server offers are read when the grid is loaded.
serveAtLevel('full');
const { renderApp } = await import('#test/render-app.tsx');

const sales = sampleWorkspace('Sales');
const maya = sampleUser();
const olga = { name: 'Olga Owner', email: 'olga@northwind.example' };
let requested: Record<string, string | undefined>[];

beforeEach(() => {
  requested = [];
  mockEndpoint('GET /api/integrations/events', () => failure('NOT_FOUND', 'There is no such call'));
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts/people', () => ({
    contributors: [],
    creators: [],
    owners: [olga],
  }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', ({ query }) => {
    // Not the number of all accounts, for which one is requested.
    if (query['limit'] !== '1') requested.push(query);
    const row = {
      id: sampleId(),
      name: 'Acme',
      domain: 'acme.com',
      faviconUrl: '',
      activityCount: 3,
      lastActivity: null,
      contributors: [],
      creator: null,
      createdAt: '2026-01-02T03:04:05.000Z',
      ...(query['includeOwners'] === 'true' && { owner: olga, note: 'Renews in March\nAsk Jo' }),
    };
    return { accounts: [row], page: { total: 1 } };
  });
});

async function open(address: string) {
  const opened = renderApp(`/northwind/sales/accounts?${address}`, {
    as: maya,
    workspaces: [sales],
  });
  await screen.findByRole('link', { name: 'Acme' });
  return opened;
}

test('owners and notes are requested for their columns alone, and shown there', async () => {
  await open('');
  expect(requested.map(({ includeOwners }) => includeOwners)).toEqual([undefined]);
  expect(screen.queryByRole('columnheader', { name: /^Owner/ })).toBeNull();
});

test('the columns show the owner and the whole note', async () => {
  const { user } = await open('columns=name,owner,note');
  expect(requested[0]?.['includeOwners']).toBe('true');
  const row = screen.getByRole('link', { name: 'Acme' }).closest('[role="row"]') as HTMLElement;
  const cells = within(row).getAllByRole('gridcell');
  expect(cells.map(({ textContent }) => textContent).slice(-2)).toEqual([
    'Olga Owner',
    'Renews in March\nAsk Jo',
  ]);
  await user.click(within(row).getByText(/Renews in March/));
  expect(within(row).getByText(/Ask Jo/).className).toContain('whitespace-pre-wrap');
});

test('the grid is filtered by owner and by no one', async () => {
  const { user } = await open('sort=owner');
  expect(requested.at(-1)?.['sort']).toBe('owner');
  await user.click(screen.getByRole('button', { name: /^Filter/ }));
  await user.click(await screen.findByRole('combobox', { name: 'Owner' }));
  await user.click(await screen.findByRole('option', { name: 'Olga Owner' }));
  await waitFor(() => expect(requested.at(-1)?.['owner']).toBe(olga.email));
  await user.click(await screen.findByRole('combobox', { name: 'Owner' }));
  await user.click(await screen.findByRole('option', { name: 'No one' }));
  await waitFor(() => expect(requested.at(-1)?.['owner']).toBe('none'));
});
