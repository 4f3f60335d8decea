import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Passkey } from '@repo/contract/passkeys';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import {
  noFactors,
  sampleNotificationSettings,
  sampleUser,
  sampleWorkspace,
} from '#test/samples.ts';

const browser = vi.hoisted(() => ({ fails: undefined as string | undefined }));
vi.mock('@simplewebauthn/browser', () => {
  const credential = (response: object) => {
    if (browser.fails !== undefined) throw Object.assign(new Error(), { name: browser.fails });
    return { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response };
  };
  return {
    startRegistration: async () => credential({ clientDataJSON: 'c', attestationObject: 'a' }),
    startAuthentication: async () =>
      credential({ clientDataJSON: 'c', authenticatorData: 'a', signature: 's' }),
    browserSupportsWebAuthnAutofill: async () => false,
    WebAuthnAbortService: { cancelCeremony() {} },
  };
});

const ann = sampleUser({ name: 'Ann Own', email: 'ann@acme.example' });
const laptop: Passkey = {
  id: '0198c5a0-0000-7000-8000-00000000000a',
  name: 'Laptop',
  addedAt: '2026-01-05T09:00:00.000Z',
  lastUsedAt: null,
  signsInAlone: true,
  isUsable: true,
};
const asked = {
  challengeToken: 'challenge',
  options: {
    challenge: 'AAAA',
    rpId: 'localhost',
    timeout: 1_000,
    allowCredentials: [],
    userVerification: 'required' as const,
  },
};
let factors: EndpointResponse<'GET /api/auth/factors'>;

beforeEach(() => {
  localStorage.clear();
  browser.fails = undefined;
  vi.stubGlobal('PublicKeyCredential', Object);
  vi.stubGlobal('isSecureContext', true);
  factors = noFactors();
  mockEndpoint('GET /api/auth/sessions', () => ({ items: [] }));
  mockEndpoint('GET /api/auth/notifications', () => sampleNotificationSettings());
  mockEndpoint('GET /api/auth/factors', () => factors);
  mockEndpoint('POST /api/auth/login/passkey/options', () => asked);
  mockEndpoint('POST /api/auth/factors/passkeys/options', () => ({
    challengeToken: 'challenge',
    options: {
      challenge: 'AAAA',
      rp: { id: 'localhost', name: 'Tracker' },
      user: { id: 'AAAA', name: 'ann', displayName: 'Ann' },
      pubKeyCredParams: [],
      timeout: 1_000,
      attestation: 'none' as const,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'preferred' as const,
        requireResidentKey: false as const,
        userVerification: 'preferred' as const,
      },
    },
  }));
  mockEndpoint('POST /api/auth/factors/passkeys', ({ body }) => {
    const passkey = { ...laptop, name: (body as { name: string }).name };
    factors = { ...factors, passkeys: [passkey], recoveryCodesLeft: 10 };
    return { passkey, recoveryCodes: ['aaaa-bbbb-cccc-dddd'] };
  });
  mockEndpoint('GET /api/auth/me', () => ({ user: ann }));
});
afterEach(() => vi.unstubAllGlobals());

const open = () =>
  renderApp('/import-preferences/settings', { as: ann, workspaces: [sampleWorkspace('Sales')] });
const nameField = async () => within(await screen.findByRole('dialog')).findByLabelText('Name');
const card = async () => within(await screen.findByRole('region', { name: 'Passkeys' }));

test('a passkey is added with a name; the first one gives recovery codes', async () => {
  const { user } = open();
  await user.click(await (await card()).findByRole('button', { name: 'Add a Passkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a Passkey' }));
  await expectAccessible();
  await user.keyboard('{Enter}');
  expect(await dialog.findByText('Name is required')).toBeDefined();
  await user.type(dialog.getByLabelText('Name'), ' Work laptop {Enter}');
  expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await (await card()).findByText('Work laptop')).toBeDefined();
});

test('the browser refuses, and the dialog says what to do', async () => {
  const { user } = open();
  await user.click(await (await card()).findByRole('button', { name: 'Add a Passkey' }));
  await user.type(await nameField(), 'Laptop');
  for (const [fails, text] of [
    ['NotAllowedError', /No passkey was used/],
    ['InvalidStateError', /already has a passkey/],
    ['SecurityError', /do not work at this address/],
  ] as const) {
    browser.fails = fails;
    await user.keyboard('{Enter}');
    expect(await screen.findByText(text)).toBeDefined();
  }
});

test('a passkey is renamed and removed', async () => {
  factors = { ...factors, passkeys: [laptop], recoveryCodesLeft: 10 };
  mockEndpoint('PATCH /api/auth/factors/passkeys/{id}', ({ body }) => {
    factors = { ...factors, passkeys: [{ ...laptop, ...(body as { name: string }) }] };
    return {};
  });
  mockEndpoint('DELETE /api/auth/factors/passkeys/{id}', () => {
    factors = noFactors();
    return {};
  });
  const { user } = open();
  await user.click(await (await card()).findByRole('button', { name: 'Rename Laptop' }));
  const name = await nameField();
  await user.clear(name);
  await user.type(name, 'Phone{Enter}');
  await user.click(await (await card()).findByRole('button', { name: 'Remove Phone' }));
  expect(await screen.findByText(/Your password alone does/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await (await card()).findByText('No passkeys yet.')).toBeDefined();
});

test('of a user without a password, removing the last passkey says nothing of one', async () => {
  factors = { ...factors, hasPassword: false, passkeys: [laptop], recoveryCodesLeft: 10 };
  const { user } = open();
  await user.click(await (await card()).findByRole('button', { name: 'Remove Laptop' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/recovery codes stop working/).textContent).not.toContain('password');
});

test('a passkey says what it cannot do', async () => {
  factors = {
    ...factors,
    passkeys: [{ ...laptop, signsInAlone: false, isUsable: false }],
  };
  open();
  expect(await (await card()).findByText('After the password only')).toBeDefined();
  expect((await card()).getByText('For another address')).toBeDefined();
});

test('without passkeys at the address none can be added, and the card says why', async () => {
  factors = { ...factors, offersPasskeys: false };
  open();
  expect(await (await card()).findByText(/an encrypted address/)).toBeDefined();
  expect((await card()).queryByRole('button', { name: 'Add a Passkey' })).toBeNull();
});

test('a passkey signs in; nothing has to be typed', async () => {
  mockEndpoint('POST /api/auth/login/passkey', () => ({ token: 'fresh-token', user: ann }));
  const { user, address } = renderApp('/login', { workspaces: [sampleWorkspace('Sales')] });
  const button = await screen.findByRole('button', { name: 'Sign in with a passkey' });
  await expectAccessible();
  await user.click(button);
  await waitFor(() => expect(address()).toBe('/northwind/sales/accounts'));
});

test('a refused passkey is said above the form, which still takes the password', async () => {
  mockEndpoint('POST /api/auth/login/passkey', () =>
    failure('UNAUTHENTICATED', 'This passkey was not accepted.'),
  );
  const { user } = renderApp('/login', { workspaces: [sampleWorkspace('Sales')] });
  await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
  expect(await screen.findByText('This passkey was not accepted.')).toBeDefined();
  expect(screen.getByLabelText('Password')).toHaveProperty('disabled', false);
});

test('where the server allows no passkeys, the page offers none', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  mockEndpoint('POST /api/auth/login/passkey/options', () => {
    resolve();
    return failure('NOT_FOUND', 'None');
  });
  renderApp('/login', { workspaces: [sampleWorkspace('Sales')] });
  await promise;
  await screen.findByLabelText('Password');
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
});

test('after the password a passkey finishes the sign-in, and a code is another way', async () => {
  mockEndpoint('POST /api/auth/login', () =>
    failure('SECOND_FACTOR_REQUIRED', 'Your account has a second factor.', {
      pendingToken: 'pending',
      steps: ['passkey', 'code', 'recovery-code'],
    }),
  );
  let sent: unknown;
  mockEndpoint('POST /api/auth/login/second-factor', ({ body }) => {
    sent = body;
    return { token: 'fresh-token', user: ann };
  });
  const { user, address } = renderApp('/login', { workspaces: [sampleWorkspace('Sales')] });
  await user.type(await screen.findByLabelText('Email'), 'ann@acme.example');
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  const button = await screen.findByRole('button', { name: 'Use passkey' });
  expect(document.activeElement).toBe(button);
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Use a code from the app' }));
  await screen.findByLabelText('Code');
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
  await user.click(await screen.findByRole('button', { name: 'Use passkey' }));
  await waitFor(() => expect(address()).toBe('/northwind/sales/accounts'));
  expect(sent).toMatchObject({
    pendingToken: 'pending',
    passkey: { challengeToken: 'challenge', credential: { id: 'AAAA' } },
  });
});

test('a passkey is the proof of who uses the session', async () => {
  factors = { ...factors, passkeys: [laptop], recoveryCodesLeft: 10 };
  let isProven = false;
  mockEndpoint('POST /api/auth/factors/recovery-codes', () =>
    isProven
      ? { recoveryCodes: ['eeee-ffff-gggg-hhhh'] }
      : failure('FRESH_PROOF_REQUIRED', 'Confirm that it is you.'),
  );
  mockEndpoint('POST /api/auth/proof/passkey/options', () => asked);
  mockEndpoint('POST /api/auth/proof', () => {
    isProven = true;
    return {};
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'New Recovery Codes' }));
  const proof = within(await screen.findByRole('alertdialog'));
  await proof.findByRole('button', { name: 'Use Another Way' });
  await expectAccessible();
  await user.click(proof.getByRole('button', { name: 'Use Passkey' }));
  expect(await screen.findByText('eeee-ffff-gggg-hhhh')).toBeDefined();
});
