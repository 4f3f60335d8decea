import type { Integration } from '@repo/contract/integrations';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mockEndpoint, brokenConnection, failure, neverResponds } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleIntegration, sampleUser } from '#test/samples.ts';

const ALL: Integration['provider'][] = ['gmail', 'google_calendar', 'fireflies', 'fathom'];
const maya = sampleUser();

let integrations: Integration[];

beforeEach(() => {
  mockEndpoint('GET /api/mail-files', () => ({ files: [], withheldMeetings: 0 }));
  integrations = [];
  mockEndpoint('GET /api/integrations', () => ({ integrations, availableProviders: ALL }));
  mockEndpoint('GET /api/accounts', () => ({ domains: [] }));
});

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const open = () => renderApp('/integrations', { as: maya });
const card = (name: string) => screen.findByRole('region', { name });

test('has one card for each available provider that the product knows', async () => {
  mockEndpoint('GET /api/integrations', () => ({
    integrations,
    availableProviders: ['fathom', 'gmail', 'carrier_pigeon'] as Integration['provider'][],
  }));
  open();
  await card('Gmail');
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(headings.map((heading) => heading.textContent)).toEqual([
    'Gmail',
    'Fathom <> Zapier (beta)',
  ]);
  expect(
    within(await card('Fathom <> Zapier (beta)')).getByText('Manual template config required'),
  ).toBeTruthy();
});

test('says since when a mailbox is live and when a change was noticed', async () => {
  const since = '2026-11-20T08:00:00.000Z';
  integrations = [
    sampleIntegration({ provider: 'gmail', live: { since } }),
    sampleIntegration({
      provider: 'google_calendar',
      live: { since, hintedAt: '2026-11-20T09:00:00.000Z' },
    }),
    sampleIntegration({ provider: 'fireflies' }),
  ];
  open();
  const fact = (region: HTMLElement, label: string) =>
    within(region).getByText(label).nextElementSibling;
  const gmail = await card('Gmail');
  expect(fact(gmail, 'Live since')?.querySelector('time')?.dateTime).toBe(since);
  expect(fact(gmail, 'Last change noticed')?.textContent).toBe('None yet');
  const noticed = fact(await card('Google Calendar'), 'Last change noticed');
  expect(noticed?.querySelector('time')?.dateTime).toBe('2026-11-20T09:00:00.000Z');
  expect(within(await card('Fireflies.ai')).queryByText('Live since')).toBeNull();
});

test('shows the state of each connection', async () => {
  integrations = [
    sampleIntegration({ provider: 'gmail', lastSyncedAt: '2026-11-20T09:30:00.000Z' }),
    sampleIntegration({ provider: 'google_calendar', needsReauth: true }),
    sampleIntegration({ provider: 'fathom', isConnected: false }),
  ];
  open();
  const gmail = within(await card('Gmail'));
  expect(gmail.getByText('Connected')).toBeTruthy();
  expect(gmail.getByText(/Nov 20, 2026/)).toBeTruthy();
  expect(gmail.getByRole('button', { name: 'Sync Now' })).toBeTruthy();
  const calendar = within(await card('Google Calendar'));
  expect(calendar.getByText('Needs Reauth')).toBeTruthy();
  expect(calendar.getByText('N/A')).toBeTruthy();
  expect(calendar.getByRole('button', { name: 'Connect' })).toBeTruthy();
  const fireflies = within(await card('Fireflies.ai'));
  expect(fireflies.getByText('Not Connected')).toBeTruthy();
  expect(fireflies.queryByRole('button', { name: 'Disconnect' })).toBeNull();
  // A webhook is connected as soon as it exists.
  const fathom = within(await card('Fathom <> Zapier (beta)'));
  expect(fathom.getByText('Connected')).toBeTruthy();
  expect(fathom.queryByText('Last synced')).toBeNull();
  expect(fathom.getByRole('button', { name: 'Manage' })).toBeTruthy();
  expect(fathom.queryByRole('button', { name: 'Sync Now' })).toBeNull();
});

test.each([
  [1, 'Only you see 1 meeting that was stored earlier'],
  [12, 'Only you see 12 meetings that were stored earlier'],
])('says that %i meetings wait for a new sign-in', async (withheldMeetings, text) => {
  integrations = [
    sampleIntegration({ provider: 'google_calendar', needsReauth: true, withheldMeetings }),
  ];
  open();
  const calendar = within(await card('Google Calendar'));
  expect(calendar.getByText(text, { exact: false }).textContent).toContain('Sign in again');
});

test('says that it loads', async () => {
  mockEndpoint('GET /api/integrations', neverResponds);
  open();
  expect(await screen.findByText('Loading integrations...')).toBeTruthy();
});

test.each([
  ['the network fails', () => brokenConnection(), 'Error: Failed to load integrations'],
  [
    'the server gives no reason',
    () => failure('FORBIDDEN', ''),
    'Error: Failed to load integrations',
  ],
  ['the server gives a reason', () => failure('FORBIDDEN', 'Not today'), 'Error: Not today'],
])('shows an error and loads again when %s', async (_, reply, message) => {
  mockEndpoint('GET /api/integrations', reply);
  const { user } = open();
  expect(await screen.findByText(message)).toBeTruthy();
  await expectAccessible();
  mockEndpoint('GET /api/integrations', () => ({ integrations, availableProviders: ALL }));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await card('Gmail')).toBeTruthy();
});

test('says that nothing can be connected here', async () => {
  mockEndpoint('GET /api/integrations', () => ({ integrations, availableProviders: [] }));
  open();
  expect(await screen.findByText('Nothing to connect yet')).toBeTruthy();
});

test('syncs, and shows the progress until it has ended', async () => {
  const gmail = sampleIntegration({ provider: 'gmail', storedActivities: 3 });
  integrations = [gmail];
  const { user } = open();
  const shown = within(await card('Gmail'));
  mockEndpoint('POST /api/integrations/{id}/sync', ({ params }) => {
    expect(params['id']).toBe(gmail.id);
    const progress = { phase: 'updating' as const, processed: 5, total: 20 };
    integrations = [{ ...gmail, progress }];
    return { integration: gmail };
  });
  await user.click(shown.getByRole('button', { name: 'Sync Now' }));
  expect(await shown.findByText('5 of 20')).toBeTruthy();
  expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Syncing...' }).disabled).toBe(true);
  integrations = [{ ...gmail, storedActivities: 23 }];
  expect(await shown.findByText('23 activities')).toBeTruthy();
  expect(shown.getByRole('button', { name: 'Sync Now' })).toBeTruthy();
});

test('shows what went wrong last', async () => {
  integrations = [
    sampleIntegration({ provider: 'gmail', lastError: 'Google responded with 503.' }),
  ];
  open();
  expect(within(await card('Gmail')).getByText('Google responded with 503.')).toBeTruthy();
});

async function openDisconnectDialog() {
  integrations = [sampleIntegration({ provider: 'gmail' })];
  const { user } = open();
  await user.click(within(await card('Gmail')).getByRole('button', { name: 'Disconnect' }));
  const dialog = await screen.findByRole('alertdialog');
  return { user, dialog, confirm: within(dialog).getByRole('button', { name: 'Disconnect' }) };
}

test('confirms before it disconnects, and then offers to connect', async () => {
  const { user, dialog, confirm } = await openDisconnectDialog();
  expect(dialog.textContent).toContain(
    'Are you sure you want to disconnect Gmail? This will stop syncing data from this service.',
  );
  mockEndpoint('DELETE /api/integrations/{id}', () => {
    integrations = [];
    return {};
  });
  await user.click(confirm);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const connect = within(await card('Gmail')).getByRole('button', { name: 'Connect' });
  await waitFor(() => expect(document.activeElement).toBe(connect));
});

test('is silent about a disconnection that fails', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { user, confirm } = await openDisconnectDialog();
  mockEndpoint('DELETE /api/integrations/{id}', () => failure('UNKNOWN_ERROR', 'No'));
  await user.click(confirm);
  await waitFor(() => expect(log).toHaveBeenCalledOnce());
  expect(screen.queryByText('No')).toBeNull();
  await waitFor(() => expect((confirm as HTMLButtonElement).disabled).toBe(false));
});

async function enterKey(key: string) {
  const { user } = open();
  await user.click(within(await card('Fireflies.ai')).getByRole('button', { name: 'Connect' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Fireflies.ai' }));
  const input = dialog.getByPlaceholderText<HTMLInputElement>('Enter your API key...');
  expect(input.type).toBe('password');
  const connect = dialog.getByRole<HTMLButtonElement>('button', { name: 'Connect' });
  expect(connect.disabled).toBe(true);
  await user.type(input, key);
  return { user, dialog, input, connect };
}

test.each([
  [12, 'Fireflies.ai account successfully connected and synced!'],
  [0, 'Fireflies.ai account successfully connected!'],
])('connects with an API key that imports %i activities', async (activities, announced) => {
  const { user } = await enterKey(' ff-key ');
  mockEndpoint('POST /api/integrations/{provider}/callback', ({ params, body }) => {
    expect(params['provider']).toBe('fireflies');
    const { code, state } = body as { code: string; state: string };
    expect(code).toBe('ff-key');
    expect(JSON.parse(atob(state))).toEqual({
      userId: maya.id,
      provider: 'fireflies',
      type: 'call_transcription',
      timestamp: expect.any(Number),
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    integrations = [sampleIntegration({ provider: 'fireflies' })];
    return { syncResults: { activities } };
  });
  await user.keyboard('{Enter}');
  expect(await screen.findByText(announced)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await within(await card('Fireflies.ai')).findByText('Connected')).toBeTruthy();
});

test('says that the key was refused until the key is edited', async () => {
  const { user, dialog, input, connect } = await enterKey('wrong');
  mockEndpoint('POST /api/integrations/{provider}/callback', () =>
    failure('VALIDATION_FAILED', 'Fireflies does not know this key'),
  );
  await user.click(connect);
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'Failed to connect with API key',
  );
  expect(dialog.getByRole('alert').textContent).toContain('Fireflies does not know this key');
  await user.type(input, '!');
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('connects Fathom without leaving, and shows what to paste', async () => {
  const { user } = open();
  const fathom = within(await card('Fathom <> Zapier (beta)'));
  const made = sampleIntegration({
    provider: 'fathom',
    connectionData: { webhookToken: 'secret', webhook_api_version: 'v2' },
  });
  mockEndpoint('POST /api/integrations/{provider}/auth', () => ({
    authUrl: 'webhook:fathom?state=abc',
  }));
  mockEndpoint('POST /api/integrations/{provider}/callback', ({ params, body }) => {
    expect(params['provider']).toBe('fathom');
    expect(body).toMatchObject({ state: 'abc' });
    integrations = [made];
    return { integration: made };
  });
  await user.click(fathom.getByRole('button', { name: 'Connect' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Connect Fathom <> Zapier (beta)' }),
  );
  expect(dialog.getByLabelText<HTMLInputElement>('Webhook URL').value).toBe(
    `${window.location.origin}/api/webhooks/v2/fathom/${made.id}`,
  );
  expect(dialog.getByLabelText<HTMLInputElement>('Authorization header').value).toBe(
    'Bearer secret',
  );
  await user.click(dialog.getByRole('button', { name: 'Copy Webhook URL' }));
  expect(await screen.findByText('Webhook URL copied to clipboard')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(await fathom.findByRole('button', { name: 'Manage' })).toBeTruthy();
});

test('says why a connection could not begin', async () => {
  const { user } = open();
  mockEndpoint('POST /api/integrations/{provider}/auth', () =>
    failure('NETWORK_ERROR', 'Google could not be reached'),
  );
  await user.click(within(await card('Gmail')).getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText('Google could not be reached')).toBeTruthy();
  expect(within(await card('Gmail')).getByRole('button', { name: 'Connect' })).toBeTruthy();
});
