import type { ProtectedAddress } from '@repo/contract/protected-addresses';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { mockImportPreferences } from '#test/mock-import-preferences.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

let addresses: ProtectedAddress[];
let sent: unknown[];

const protectedBy = (address: string, shares: ProtectedAddress['shares'] = 'nothing') => ({
  address,
  shares,
  addedAt: '2026-03-02T15:00:00.000Z',
  activityCount: 3,
});

beforeEach(() => {
  serveAtLevel('full');
  addresses = [protectedBy('anna@law.example'), protectedBy('bücher.example', 'activity')];
  sent = [];
  mockImportPreferences();
  mockEndpoint('GET /api/protected-addresses', () => ({ addresses }));
  mockEndpoint('PUT /api/protected-addresses', ({ body }) => {
    const { address, shares } = body as ProtectedAddress;
    sent.push(body);
    const stored = protectedBy(address, shares);
    addresses = [stored, ...addresses.filter((one) => one.address !== address)];
    return { protected: stored };
  });
  mockEndpoint('DELETE /api/protected-addresses/{address}', ({ params }) => {
    sent.push(params['address']);
    addresses = addresses.filter(({ address }) => address !== params['address']);
    return {};
  });
});

const open = () => renderApp('/import-preferences', { as: sampleUser() });
const section = async () =>
  within(await screen.findByRole('region', { name: 'Protected Addresses' }));

test('lists protected addresses, changes and removes one', async () => {
  const { user } = open();
  const list = await section();
  await list.findByText('bücher.example');
  await expectAccessible();
  await user.click(
    list.getByRole('combobox', {
      name: 'What colleagues see of conversations with anna@law.example',
    }),
  );
  await user.click(screen.getByRole('option', { name: 'Activity only' }));
  await waitFor(() => expect(sent).toEqual([{ address: 'anna@law.example', shares: 'activity' }]));
  await user.click(list.getByRole('button', { name: 'Remove bücher.example' }));
  await waitFor(() => expect(list.queryByText('bücher.example')).toBeNull());
  expect(sent[1]).toBe('bücher.example');
});

test('protects one more, and says what is wrong with what was typed', async () => {
  addresses = [];
  const { user } = open();
  const list = await section();
  const field = await list.findByRole('textbox', { name: 'Email address or domain' });
  const button = list.getByRole<HTMLButtonElement>('button', { name: 'Protect' });
  expect(button.disabled).toBe(true);
  await user.type(field, 'tax.example{Enter}');
  expect(await list.findByText('tax.example')).toBeTruthy();
  expect(sent).toEqual([{ address: 'tax.example', shares: 'nothing' }]);
  mockEndpoint('PUT /api/protected-addresses', () =>
    failure('VALIDATION_FAILED', 'Enter one email address, or a domain such as law.example'),
  );
  await user.type(field, 'tax{Enter}');
  expect(await list.findByText(/^Enter one email address/)).toBeTruthy();
});

test('says where they cannot be loaded, and that one could not be removed', async () => {
  mockEndpoint('GET /api/protected-addresses', () => failure('UNKNOWN_ERROR', 'No'));
  open();
  expect(await screen.findByText('Failed to load your protected addresses')).toBeTruthy();
});
