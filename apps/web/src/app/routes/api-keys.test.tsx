import type { ApiKey } from '@repo/contract/api-keys';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint, neverResponds } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import {
  noFactors,
  sampleId,
  sampleNotificationSettings,
  sampleUser,
  sampleWorkspace,
} from '#test/samples.ts';

const ann = sampleUser({ name: 'Ann Own', email: 'ann@acme.example' });
const at = '/import-preferences/settings/api-keys';
const open = (path = at) => renderApp(path, { as: ann, workspaces: [sampleWorkspace('Sales')] });
const secret = 'atk_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17';

const apiKey = (parts: Partial<ApiKey>): ApiKey => ({
  id: sampleId(),
  name: 'Reports',
  start: 'atk_zQWB',
  scopes: ['accounts:read'],
  createdAt: '2020-01-05T09:00:00.000Z',
  expiresAt: '2999-01-05T09:00:00.000Z',
  lastUsedAt: null,
  lastUsedFrom: null,
  revokedAt: null,
  ...parts,
});
let keys: ApiKey[];

beforeEach(() => {
  localStorage.clear();
  keys = [
    apiKey({}),
    apiKey({
      name: 'Assistant',
      scopes: ['texts:read', 'accounts:read'],
      lastUsedAt: '2026-01-06T09:00:00.000Z',
      lastUsedFrom: '203.0.113.7',
    }),
    apiKey({ name: 'Old script', expiresAt: '2021-01-05T09:00:00.000Z' }),
    apiKey({ name: 'Lost', revokedAt: '2022-01-05T09:00:00.000Z' }),
  ];
  mockEndpoint('GET /api/auth/api-keys', () => ({ items: keys }));
  mockEndpoint('GET /api/auth/factors', noFactors);
});

const names = async (list: string) => {
  const rows = [...(await screen.findByRole('list', { name: list })).children];
  return rows.map((row) => row.querySelector('p')?.textContent);
};
type User = ReturnType<typeof open>['user'];
const fillIn = async (user: User, { scopes = ['accounts:read'] }: { scopes?: string[] } = {}) => {
  await user.click(await screen.findByRole('button', { name: 'Create API Key' }));
  await user.type(await screen.findByLabelText(/^Name/), ' Weekly report ');
  for (const scope of scopes) {
    await user.click(screen.getByRole('checkbox', { name: new RegExp(`^${scope}`) }));
  }
  await user.type(screen.getByLabelText(/^Current password/), 'the password');
};

test('keys are listed with their scopes and last use; those that ended are apart', async () => {
  open();
  expect(await names('API keys')).toEqual(['Reportsatk_zQWB…', 'Assistantatk_zQWB…']);
  expect(await names('Ended API keys')).toEqual([
    'Old scriptatk_zQWB…Expired',
    'Lostatk_zQWB…Revoked',
  ]);
  const scopes = screen.getByRole('list', { name: 'Scopes of Assistant' });
  expect(scopes.textContent).toBe('texts:readaccounts:read');
  expect(screen.getAllByText('Jan 5, 2999')).toHaveLength(2);
  expect(screen.getByText(/from 203\.0\.113\.7$/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Revoke Lost' })).toBeNull();
  await expectAccessible();
});

test('the page is reached from the settings', async () => {
  mockEndpoint('GET /api/auth/sessions', () => ({ items: [] }));
  mockEndpoint('GET /api/auth/factors', noFactors);
  mockEndpoint('GET /api/auth/notifications', sampleNotificationSettings);
  const { user } = open('/import-preferences/settings');
  await user.click(await screen.findByRole('link', { name: 'Manage API Keys' }));
  expect(await screen.findByRole('heading', { name: 'API Keys', level: 1 })).toBeDefined();
});

test('a new key is shown once, with a button to copy it', async () => {
  let sent: unknown;
  keys = [];
  mockEndpoint('POST /api/auth/api-keys', ({ body }) => {
    sent = body;
    const created = apiKey({ name: 'Weekly report' });
    keys = [created];
    return { apiKey: created, key: secret };
  });
  const { user } = open();
  expect(await screen.findByText('No API keys yet')).toBeDefined();
  await fillIn(user, { scopes: ['people:read', 'accounts:read'] });
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Create Key' }));
  const field = await screen.findByLabelText<HTMLInputElement>('API key');
  expect(field.value).toBe(secret);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(sent).toEqual({
    name: 'Weekly report',
    scopes: ['accounts:read', 'people:read'],
    expiresInDays: 90,
    currentPassword: 'the password',
  });
  await user.click(screen.getByRole('button', { name: 'Copy API key' }));
  expect(await navigator.clipboard.readText()).toBe(secret);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await names('API keys')).toEqual(['Weekly reportatk_zQWB…']);
  await waitFor(() => expect(document.body.innerHTML).not.toContain(secret));
  await user.click(screen.getByRole('button', { name: 'Create API Key' }));
  expect(await screen.findByLabelText(/^Name/)).toHaveProperty('value', '');
});

test('a user without a password is not asked for one', async () => {
  let sent: unknown;
  mockEndpoint('GET /api/auth/factors', () => ({ ...noFactors(), hasPassword: false }));
  mockEndpoint('POST /api/auth/api-keys', ({ body }) => {
    sent = body;
    return { apiKey: apiKey({ name: 'Weekly report' }), key: secret };
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Create API Key' }));
  await screen.findByText('An email tells you about each new key.');
  expect(screen.queryByLabelText(/^Current password/)).toBeNull();
  await user.type(screen.getByLabelText(/^Name/), 'Weekly report');
  await user.click(screen.getByRole('checkbox', { name: /^accounts:read/ }));
  await user.click(screen.getByRole('button', { name: 'Create Key' }));
  await screen.findByLabelText('API key');
  expect(sent).toMatchObject({ name: 'Weekly report', currentPassword: '' });
});

test('what is missing is said beside the fields, and nothing is sent', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Create API Key' }));
  await user.click(await screen.findByRole('button', { name: 'Create Key' }));
  for (const problem of [
    'Name is required',
    'Choose at least one scope',
    'Current password is required',
  ]) {
    expect(await screen.findByText(problem)).toBeDefined();
  }
  await user.click(screen.getByRole('checkbox', { name: /^accounts:read/ }));
  expect(screen.queryByText('Choose at least one scope')).toBeNull();
});

test.each([
  ['a member', false, { role: 'member', isAdmin: false }],
  ['an owner', true, { role: 'owner', isAdmin: false }],
  ['an administrator', true, { role: 'member', isAdmin: true }],
] as const)(
  'scopes of administration are offered to %s: %s',
  async (_, isOffered, { role, isAdmin }) => {
    const { user } = renderApp('/import-preferences/settings/api-keys', {
      as: sampleUser({ isAdmin }),
      workspaces: [{ ...sampleWorkspace('Sales'), role }],
    });
    await user.click(await screen.findByRole('button', { name: 'Create API Key' }));
    await screen.findByRole('checkbox', { name: /^accounts:read/ });
    const offered = screen.queryAllByRole('checkbox', { name: /^administration:/ });
    expect(offered).toHaveLength(isOffered ? 2 : 0);
  },
);

test('a wrong password is shown at its field; the input stays', async () => {
  const message = 'The current password is not correct';
  mockEndpoint('POST /api/auth/api-keys', () =>
    failure('VALIDATION_FAILED', message, [{ field: 'currentPassword', message }]),
  );
  const { user } = open();
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Create Key' }));
  expect(await screen.findByText(message)).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Current password/));
  expect(screen.getByRole('checkbox', { name: /^accounts:read/ })).toHaveProperty('checked', true);
});

test('a limit that is reached is said above the form', async () => {
  mockEndpoint('POST /api/auth/api-keys', () =>
    failure('LIMIT_REACHED', 'You have 25 API keys, the most that one person can have.'),
  );
  const { user } = open();
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Create Key' }));
  expect(await screen.findByText(/You have 25 API keys/)).toBeDefined();
});

test('a key is revoked after a confirmation', async () => {
  const revoked: unknown[] = [];
  mockEndpoint('DELETE /api/auth/api-keys/{id}', ({ params }) => {
    revoked.push(params['id']);
    keys = keys.map((key) =>
      key.id === params['id'] ? { ...key, revokedAt: '2026-01-07T09:00:00.000Z' } : key,
    );
    return {};
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Revoke Reports' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Revoke API Key' });
  expect(dialog.textContent).toContain('stops working at once');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(revoked).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Revoke Reports' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke Key' }));
  expect(await screen.findByText('Reports was revoked')).toBeDefined();
  expect(revoked).toEqual([keys[0]?.id]);
  await waitFor(async () => expect(await names('API keys')).toEqual(['Assistantatk_zQWB…']));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Revoke Assistant' })),
  );
});

test('a key that could not be revoked stays, and says why', async () => {
  mockEndpoint('DELETE /api/auth/api-keys/{id}', () => failure('UNAVAILABLE', 'Try again shortly'));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Revoke Reports' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke Key' }));
  expect(await screen.findByText(/Try again shortly/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await names('API keys')).toHaveLength(2);
});

test('keys that cannot be loaded are tried again; meanwhile it says that it loads', async () => {
  mockEndpoint('GET /api/auth/api-keys', () => failure('FORBIDDEN', 'Not now'));
  const { user } = open();
  expect(await screen.findByText('Failed to load your API keys')).toBeDefined();
  mockEndpoint('GET /api/auth/api-keys', () => ({ items: keys }));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await names('API keys')).toHaveLength(2);
});

test('a list that is odd is shown as far as it can be', async () => {
  mockEndpoint('GET /api/auth/api-keys', () => ({
    items: [null, { ...apiKey({}), name: 'Odd', expiresAt: 'never' }] as never,
  }));
  open();
  expect(await names('API keys')).toEqual(['Oddatk_zQWB…']);
});

test('says that it loads', async () => {
  mockEndpoint('GET /api/auth/api-keys', neverResponds);
  open();
  expect(await screen.findByText('Loading API keys...')).toBeDefined();
});
