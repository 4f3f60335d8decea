import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleIntegration, sampleUser } from '#test/samples.ts';

const letters: ProviderDescriptor = {
  id: 'letters',
  name: 'Letters',
  kind: 'mail',
  connection: 'server-login',
  capabilities: ['compare'],
  connectHelp: 'Sign in with your address.',
};

const maya = sampleUser();
let integrations: Integration[];
/** The bodies of the sign-in requests. */
let sent: unknown[];
/** The addresses that a server was searched for. */
let searched: string[];

beforeEach(() => {
  [integrations, sent, searched] = [[], [], []];
  serveAtLevel('full');
  mockEndpoint('GET /api/integrations', () => ({
    integrations,
    availableProviders: ['letters'],
    providers: [letters],
  }));
  mockEndpoint('POST /api/integrations/{provider}/sign-in', ({ body }) => {
    sent.push(body);
    const integration = sampleIntegration({ provider: 'letters', name: 'Letters' });
    integrations = [integration];
    return { integration };
  });
});

type Found = Parameters<typeof respondWith>[0];

function respondWith(
  found:
    | {
        server?: { host: string; port: number; security: 'tls' };
        help?: string;
        user?: string;
      }
    | null
    | undefined,
): void {
  mockEndpoint('POST /api/integrations/{provider}/find-server', ({ body }) => {
    searched.push((body as { address: string }).address);
    return { found } as { found: Exclude<Found, undefined> };
  });
}

async function openDialog(found: Found) {
  respondWith(found);
  const { user, address } = renderApp('/integrations', { as: maya });
  const card = within(await screen.findByRole('region', { name: 'Letters' }));
  await user.click(card.getByRole('button', { name: 'Connect' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Letters' }));
  return { user, card, dialog, address };
}

const server = { host: 'imap.acme.com', port: 993, security: 'tls' } as const;

test('signs in at the server that was found, after it was shown', async () => {
  const { user, card, dialog } = await openDialog({ server, help: 'Use an app password.' });
  expect(dialog.getByText('Sign in with your address.')).toBeTruthy();
  await user.type(dialog.getByLabelText('Email address'), 'maya@acme.com');
  await user.type(dialog.getByLabelText('Password or app password'), 'secret');
  expect(await dialog.findByText('imap.acme.com, port 993, TLS')).toBeTruthy();
  expect(dialog.getByText('Use an app password.')).toBeTruthy();
  expect(searched).toEqual(['maya@acme.com']);
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText('Letters account successfully connected!')).toBeTruthy();
  expect(sent).toEqual([{ address: 'maya@acme.com', password: 'secret', server }]);
  expect(await card.findByText('Connected')).toBeTruthy();
});

test('nothing can be sent before the server is known', async () => {
  const { user, dialog } = await openDialog({ server });
  const connect = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Connect' });
  await user.type(dialog.getByLabelText('Password or app password'), 'secret');
  await user.type(dialog.getByLabelText('Email address'), 'maya@acme.com{Enter}');
  expect(connect().disabled).toBe(true);
  await dialog.findByText('Settings found');
  expect(connect().disabled).toBe(false);
  expect(sent).toEqual([]);
});

test('settings that are not found are entered', async () => {
  const { user, dialog } = await openDialog(null);
  await user.type(dialog.getByLabelText('Email address'), 'maya@acme.com');
  expect(await dialog.findByText(/No settings were found for acme.com/)).toBeTruthy();
  await user.type(dialog.getByLabelText('Password or app password'), 'secret');
  await user.type(dialog.getByLabelText('IMAP server'), 'mail.acme.com');
  const port = dialog.getByLabelText('Port');
  await user.clear(port);
  await user.type(port, '99999');
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  expect(dialog.getByText('Enter a number from 1 to 65535.')).toBeTruthy();
  await user.clear(port);
  await user.type(port, '993');
  await user.type(dialog.getByLabelText('User name'), 'maya');
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  await screen.findByText('Letters account successfully connected!');
  expect(sent).toEqual([
    {
      address: 'maya@acme.com',
      password: 'secret',
      user: 'maya',
      server: { host: 'mail.acme.com', port: 993, security: 'tls' },
    },
  ]);
});

test('settings are entered where the server sends something else', async () => {
  const { user, dialog } = await openDialog(undefined);
  await user.type(dialog.getByLabelText('Email address'), 'maya@acme.com');
  expect(await dialog.findByText(/No settings were found for acme.com/)).toBeTruthy();
  expect(dialog.getByLabelText('IMAP server')).toBeTruthy();
});

test('settings that were found can be changed, and begin with what was found', async () => {
  const { user, dialog } = await openDialog({ server, user: 'maya' });
  await user.type(dialog.getByLabelText('Email address'), 'maya@acme.com');
  await user.click(await dialog.findByRole('button', { name: 'Change' }));
  expect(dialog.getByLabelText<HTMLInputElement>('IMAP server').value).toBe('imap.acme.com');
  expect(dialog.getByLabelText<HTMLInputElement>('User name').value).toBe('maya');
});

test('says what to do where a service takes no password', async () => {
  const { user, dialog } = await openDialog({ help: 'This service accepts no passwords.' });
  await user.type(dialog.getByLabelText('Email address'), 'maya@acme.com');
  await user.type(dialog.getByLabelText('Password or app password'), 'secret');
  expect(await dialog.findByText('This service accepts no passwords.')).toBeTruthy();
  const connect = dialog.getByRole<HTMLButtonElement>('button', { name: 'Connect' });
  expect(connect.disabled).toBe(true);
});

test('a wrong password is said at its field, anything else above the form', async () => {
  const { user, dialog } = await openDialog({ server });
  await user.type(dialog.getByLabelText('Email address'), 'maya@acme.com');
  const password = dialog.getByLabelText('Password or app password');
  await user.type(password, 'wrong');
  await dialog.findByText('Settings found');
  const message = 'imap.acme.com did not accept the address and password.';
  mockEndpoint('POST /api/integrations/{provider}/sign-in', () =>
    failure('VALIDATION_FAILED', message, [{ field: 'password', message }]),
  );
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
  expect(password.getAttribute('aria-invalid')).toBe('true');
  await user.type(dialog.getByLabelText('Email address'), 'x{Backspace}');
  expect(dialog.queryByText(message)).toBeNull();
  expect(password.getAttribute('aria-invalid')).toBeNull();
  await dialog.findByText('Settings found');
  mockEndpoint('POST /api/integrations/{provider}/sign-in', () =>
    failure('NETWORK_ERROR', 'Nothing responds at imap.acme.com, port 993.'),
  );
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  expect(await dialog.findByText('Nothing responds at imap.acme.com, port 993.')).toBeTruthy();
});

test('is not shown by a server that has no sign-in', async () => {
  serveAtLevel('specification');
  respondWith(null);
  renderApp('/integrations', { as: maya });
  expect(await screen.findByText('Nothing to connect yet')).toBeTruthy();
});

test('with only this mailbox nothing names another one', async () => {
  integrations = [sampleIntegration({ provider: 'letters', name: 'Letters' })];
  mockEndpoint('GET /api/accounts', () => ({ domains: [] }));
  renderApp('/import-preferences/import', { as: maya });
  expect(await screen.findByText('Letters Connected!')).toBeTruthy();
  expect(screen.queryByText(/Gmail/)).toBeNull();
});

test.each([
  ['leads on to discovery where the person came to import', 'import', true],
  ['stays on the page otherwise', null, false],
])('connecting %s', async (_what, continuation, leadsOn) => {
  serveAtLevel('full');
  if (continuation !== null) sessionStorage.setItem('continuation', continuation);
  onTestFinished(() => sessionStorage.clear());
  mockEndpoint('GET /api/accounts', () => ({ domains: [] }));
  mockEndpoint('GET /api/accounts/discover', () => ({ domains: [] }));
  const { user, dialog, address } = await openDialog({ server });
  await user.type(dialog.getByLabelText('Email address'), 'maya@acme.com');
  await user.type(dialog.getByLabelText('Password or app password'), 'secret');
  await dialog.findByText('Settings found');
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  await screen.findByText('Letters account successfully connected!');
  await waitFor(() =>
    expect(address()).toBe(leadsOn ? '/import-preferences/import?step=2' : '/integrations'),
  );
});

const diary: ProviderDescriptor = { ...letters, id: 'diary', name: 'Diary', kind: 'calendar' };

test('a calendar with a wrong password, then with the right one', async () => {
  respondWith(null);
  mockEndpoint('GET /api/integrations', () => ({
    integrations,
    availableProviders: ['diary'],
    providers: [diary],
  }));
  const { user } = renderApp('/integrations', { as: maya });
  const card = within(await screen.findByRole('region', { name: 'Diary' }));
  await user.click(card.getByRole('button', { name: 'Connect' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Diary' }));
  await user.type(dialog.getByLabelText('Email address'), 'maya@acme.com');
  expect(
    await dialog.findByText(/Enter the server that your calendar provider names/),
  ).toBeTruthy();
  const password = dialog.getByLabelText('Password or app password');
  await user.type(password, 'wrong');
  await user.type(dialog.getByLabelText('CalDAV server'), 'cloud.acme.com');
  expect(dialog.getByLabelText<HTMLInputElement>('Port').value).toBe('443');
  expect(dialog.queryByLabelText('Security')).toBeNull();
  const message = 'cloud.acme.com did not accept the address and password.';
  mockEndpoint('POST /api/integrations/{provider}/sign-in', () =>
    failure('VALIDATION_FAILED', message, [{ field: 'password', message }]),
  );
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
  expect(dialog.getByLabelText<HTMLInputElement>('CalDAV server').value).toBe('cloud.acme.com');

  mockEndpoint('POST /api/integrations/{provider}/sign-in', ({ body }) => {
    sent.push(body);
    const integration = sampleIntegration({ provider: 'diary', name: 'Diary' });
    integrations = [integration];
    return { integration };
  });
  await user.clear(password);
  await user.type(password, 'secret');
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText('Diary account successfully connected!')).toBeTruthy();
  expect(sent).toEqual([
    {
      address: 'maya@acme.com',
      password: 'secret',
      server: { host: 'cloud.acme.com', port: 443, security: 'tls' },
    },
  ]);
  expect(await card.findByText('Connected')).toBeTruthy();
});
