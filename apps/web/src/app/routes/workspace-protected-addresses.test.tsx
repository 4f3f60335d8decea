import type { WorkspaceProtectedAddress } from '@repo/contract/protected-addresses';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const LIST = 'GET /api/workspaces/{workspaceId}/protected-addresses';

let addresses: WorkspaceProtectedAddress[];
let isPending: boolean;
let role: 'owner' | 'member';
let sent: unknown[];

const protectedBy = (address: string): WorkspaceProtectedAddress => ({
  address,
  shares: 'nothing',
  addedAt: '2026-03-02T15:00:00.000Z',
});

beforeEach(() => {
  serveAtLevel('full');
  [addresses, isPending, role, sent] = [[protectedBy('fund.example')], false, 'owner', []];
  mockEndpoint('GET /api/workspaces', () => ({
    items: [
      sampleWorkspace('Sales', { role, shareLevels: { default: 'full', least: 'activity' } }),
    ],
  }));
  mockEndpoint(LIST, () => ({ addresses, isPending }));
  mockEndpoint('PUT /api/workspaces/{workspaceId}/protected-addresses', ({ body }) => {
    sent.push(body);
    addresses = [protectedBy((body as WorkspaceProtectedAddress).address), ...addresses];
    return { addresses, isPending: true };
  });
  mockEndpoint('DELETE /api/workspaces/{workspaceId}/protected-addresses/{address}', () => {
    addresses = [];
    return { addresses, isPending: false };
  });
});

const open = () => renderApp('/northwind/sales/settings', { as: sampleUser() });
const card = async () => within(await screen.findByRole('region', { name: 'Protected Addresses' }));

test('an owner protects an address for everyone, sees that it goes on, and ends one', async () => {
  const { user } = open();
  const shown = await card();
  await shown.findByText('fund.example');
  await expectAccessible();
  await user.type(shown.getByRole('textbox'), 'tax.example{Enter}');
  expect(await shown.findByText('tax.example')).toBeTruthy();
  expect(sent).toEqual([{ address: 'tax.example', shares: 'nothing' }]);
  expect((await shown.findByRole('status')).textContent).toMatch(/still being compared/);
  await user.click(shown.getByRole('button', { name: 'Remove fund.example' }));
  await waitFor(() => expect(shown.queryByText('fund.example')).toBeNull());
  expect(shown.queryByRole('status')).toBeNull();
});

test('a member reads them, and changes none', async () => {
  role = 'member';
  open();
  const shown = await card();
  expect(await shown.findByText('fund.example')).toBeTruthy();
  expect(shown.getByText('Nothing')).toBeTruthy();
  expect(shown.queryByRole('button')).toBeNull();
  expect(shown.queryByRole('textbox')).toBeNull();
});

test('says where they cannot be loaded', async () => {
  mockEndpoint(LIST, () => failure('UNKNOWN_ERROR', 'No'));
  open();
  expect(await screen.findByText('Failed to load the protected addresses')).toBeTruthy();
});
