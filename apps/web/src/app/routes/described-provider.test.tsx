import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mockEndpoint } from '#test/api.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleIntegration, sampleUser } from '#test/samples.ts';
import { toast } from '#ui/feedback/toast.ts';

/** The descriptor of the server's own test provider (apps/server/test/postcards). */
const postcards: ProviderDescriptor = {
  id: 'postcards',
  name: 'Postcards',
  kind: 'mail',
  connection: 'api-key',
  capabilities: ['compare'],
  note: 'Reads postcards alone',
  connectHelp: 'The key is on the back.',
};

const maya = sampleUser();
let integrations: Integration[];

function describe(...providers: ProviderDescriptor[]): void {
  mockEndpoint('GET /api/integrations', () => ({
    integrations,
    availableProviders: providers.map(({ id }) => id),
    providers,
  }));
}

beforeEach(() => {
  integrations = [];
  serveAtLevel('full');
  describe(postcards);
});
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const card = (name: string) => screen.findByRole('region', { name });

test('is connected, synced and shown without a word of it in the web application', async () => {
  const { user } = renderApp('/integrations', { as: maya });
  const shown = within(await card('Postcards'));
  expect(shown.getByText('Email')).toBeTruthy();
  expect(shown.getByText('Reads postcards alone')).toBeTruthy();
  await user.click(shown.getByRole('button', { name: 'Connect' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Postcards' }));
  expect(dialog.getByText('Enter your Postcards API key. The key is on the back.')).toBeTruthy();
  await user.type(dialog.getByPlaceholderText('Enter your API key...'), 'a-key');
  const made = sampleIntegration({ provider: 'postcards', name: 'Postcards' });
  mockEndpoint('POST /api/integrations/{provider}/callback', ({ params, body }) => {
    expect(params['provider']).toBe('postcards');
    expect(body).toMatchObject({ code: 'a-key' });
    integrations = [{ ...made, progress: { phase: 'backfilling', processed: 1, total: 4 } }];
    return { syncResults: { activities: 1 } };
  });
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  expect(
    await screen.findByText('Postcards account successfully connected and synced!'),
  ).toBeTruthy();
  expect(await shown.findByText('1 of 4')).toBeTruthy();
  integrations = [{ ...made, storedActivities: 4, lastSyncedAt: '2026-11-20T09:30:00.000Z' }];
  expect(await shown.findByText('4 activities')).toBeTruthy();
  expect(shown.getByText('Connected')).toBeTruthy();
  expect(shown.getByRole('button', { name: 'Sync Now' })).toBeTruthy();
});

test('a provider of the specification comes as the server describes it', async () => {
  describe(postcards, { ...postcards, id: 'gmail', name: 'Company Mail' });
  renderApp('/integrations', { as: maya });
  await card('Company Mail');
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Postcards', 'Company Mail']);
});

test('a description that cannot be used here is skipped', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const later = { ...postcards, id: 'later', connection: 'telepathy' };
  const nameless = { ...postcards, id: 'nameless', name: undefined };
  const noted = { ...postcards, id: 'noted', note: {} };
  describe(postcards, ...([later, nameless, noted] as unknown as ProviderDescriptor[]));
  renderApp('/integrations', { as: maya });
  await card('Postcards');
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
});

test('descriptions count for nothing where the page does not offer them', async () => {
  serveAtLevel('specification');
  renderApp('/integrations', { as: maya });
  expect(await screen.findByText('Nothing to connect yet')).toBeTruthy();
});

test('the return from its page names it once its name is known, and confirms at its address', async () => {
  const success = vi.spyOn(toast, 'success');
  const confirmed = vi.fn<(provider: string | undefined) => void>();
  mockEndpoint('POST /api/integrations/{provider}/callback', ({ params }) => {
    confirmed(params['provider']);
    return {};
  });
  const { address } = renderApp('/oauth/success?success=true&confirm=once&provider=postcards', {
    as: maya,
  });
  await waitFor(() =>
    expect(success.mock.calls).toEqual([['Postcards account successfully connected!']]),
  );
  expect(confirmed.mock.calls).toEqual([['postcards']]);
  expect(address()).toBe('/integrations');
});

test('the import wizard takes its mail, in its name', async () => {
  integrations = [sampleIntegration({ provider: 'postcards', name: 'Postcards' })];
  mockEndpoint('GET /api/accounts', () => ({ domains: [] }));
  renderApp('/import-preferences/import', { as: maya });
  expect(await screen.findByText('Postcards Connected!')).toBeTruthy();
  expect(
    screen.getByText('Discover and import accounts from your Postcards activity'),
  ).toBeTruthy();
  expect(screen.queryByText(/Gmail/)).toBeNull();
});

test('the import wizard names none of several mailboxes that could be connected', async () => {
  describe(postcards, { ...postcards, id: 'letters', name: 'Letters' });
  renderApp('/import-preferences/import', { as: maya });
  expect(await screen.findByText('Connect Your Mailbox')).toBeTruthy();
});
