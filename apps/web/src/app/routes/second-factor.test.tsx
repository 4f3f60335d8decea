import type { EndpointResponse } from '@repo/contract/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import {
  noFactors,
  sampleNotificationSettings,
  sampleUser,
  sampleWorkspace,
} from '#test/samples.ts';

const ann = sampleUser({ name: 'Ann Own', email: 'ann@acme.example' });
const open = () =>
  renderApp('/import-preferences/settings', { as: ann, workspaces: [sampleWorkspace('Sales')] });
const codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];
const app = { key: 'ABCDEFGHIJKLMNOP', address: 'otpauth://totp/it', setUpToken: 'set-up' };
const on = (recoveryCodesLeft = 10): EndpointResponse<'GET /api/auth/factors'> => ({
  authenticatorApp: { addedAt: '2026-01-05T09:00:00.000Z', lastUsedAt: null },
  recoveryCodesLeft,
  passkeys: [],
  offersPasskeys: true,
  hasPassword: true,
  company: null,
  requiredFrom: null,
});

let factors: EndpointResponse<'GET /api/auth/factors'>;
/** Whether the session proved lately who uses it. */
let isProven: boolean;
/** What the proofs were made with. */
let proofs: string[];
/** How often the removal was sent. */
let removals: number;
const unlessProven = <Data,>(data: Data) =>
  isProven ? data : failure('FRESH_PROOF_REQUIRED', 'Confirm that it is you.');

beforeEach(() => {
  localStorage.clear();
  isProven = true;
  factors = noFactors();
  mockEndpoint('GET /api/auth/sessions', () => ({ items: [] }));
  mockEndpoint('GET /api/auth/notifications', () => sampleNotificationSettings());
  mockEndpoint('GET /api/auth/factors', () => factors);
  mockEndpoint('POST /api/auth/factors/authenticator-app', () => unlessProven(app));
  mockEndpoint('PUT /api/auth/factors/authenticator-app', ({ body }) => {
    if ((body as { code: string }).code !== '123456') {
      return failure('VALIDATION_FAILED', 'Invalid', [
        { field: 'code', message: 'This code is not correct.' },
      ]);
    }
    const recoveryCodes = factors.authenticatorApp === null ? codes : null;
    factors = on();
    return { recoveryCodes };
  });
  removals = 0;
  proofs = [];
  mockEndpoint('DELETE /api/auth/factors/authenticator-app', () => {
    removals += 1;
    if (isProven) factors = noFactors();
    return unlessProven({});
  });
  mockEndpoint('POST /api/auth/factors/recovery-codes', () => {
    if (isProven) factors = on();
    return unlessProven({ recoveryCodes: codes });
  });
  mockEndpoint('POST /api/auth/proof', ({ body }) => {
    const [[field = '', typed] = []] = Object.entries(body as object);
    if (typed !== 'the right one') {
      return failure('VALIDATION_FAILED', 'Invalid', [{ field, message: 'It is not correct' }]);
    }
    proofs.push(field);
    isProven = true;
    return {};
  });
});

const card = async () => within(await screen.findByRole('region', { name: 'Second Factor' }));
const proof = async () =>
  within(await screen.findByRole('alertdialog', { name: 'Confirm That It Is You' }));
const passwordField = async () => (await proof()).findByLabelText('Password');
const codeField = async () => (await proof()).findByLabelText('Code');
const press = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(await (await card()).findByRole('button', { name }));

test('an app is set up by a code; recovery codes are shown once', async () => {
  const { user } = open();
  await press(user, 'Set Up');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('ABCD EFGH IJKL MNOP')).toBeDefined();
  expect(dialog.getByRole('img', { name: 'QR code of the key' })).toBeDefined();
  await expectAccessible();
  await user.type(dialog.getByLabelText('Code'), '000000{Enter}');
  expect(await dialog.findByText('This code is not correct.')).toBeDefined();
  expect(document.activeElement).toBe(dialog.getByLabelText('Code'));
  await user.clear(dialog.getByLabelText('Code'));
  await user.type(dialog.getByLabelText('Code'), ' 123456 {Enter}');
  const list = within(await screen.findByRole('list', { name: 'Recovery codes' }));
  expect(list.getAllByRole('listitem').map((one) => one.textContent)).toEqual(codes);
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText(codes[0] ?? '')).toBeNull());
  expect(await (await card()).findByText(/10 recovery codes are left/)).toBeDefined();
});

test('a session that is older takes the password first, and goes on by itself', async () => {
  isProven = false;
  const { user } = open();
  await press(user, 'Set Up');
  await user.type(await passwordField(), 'a guess{Enter}');
  expect(await screen.findByText('It is not correct')).toBeDefined();
  await user.clear(await passwordField());
  await user.type(await passwordField(), 'the right one{Enter}');
  expect(await screen.findByText('ABCD EFGH IJKL MNOP')).toBeDefined();
});

test('who closes the proof changes nothing, and can begin again', async () => {
  isProven = false;
  factors = on();
  const { user } = open();
  await press(user, 'Turn Off...');
  await user.click(await screen.findByRole('button', { name: 'Turn Off' }));
  await codeField();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Confirm That It Is You')).toBeNull());
  // It is not sent again, which would be refused again.
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Turn Off' })).toHaveProperty('disabled', false),
  );
  expect(removals).toBe(1);
  expect(factors.authenticatorApp).not.toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Turn Off' }));
  await user.type(await codeField(), 'the right one{Enter}');
  expect(await (await card()).findByText('No authenticator app is set up.')).toBeDefined();
});

test('with a factor the proof is a code, or a recovery code where there is one', async () => {
  isProven = false;
  factors = on();
  const { user } = open();
  await press(user, 'New Recovery Codes');
  const code = await codeField();
  await waitFor(() => expect(document.activeElement).toBe(code));
  await expectAccessible();
  await user.type(code, 'a guess{Enter}');
  expect(await screen.findByText('It is not correct')).toBeDefined();
  await user.click((await proof()).getByRole('button', { name: 'Use a Recovery Code' }));
  await user.type((await proof()).getByLabelText('Recovery code'), 'the right one{Enter}');
  expect(await screen.findByText(codes[0] ?? '')).toBeDefined();
  expect(proofs).toEqual(['recoveryCode']);
});

test('without recovery codes the proof offers none', async () => {
  isProven = false;
  factors = on(0);
  const { user } = open();
  await press(user, 'New Recovery Codes');
  await codeField();
  expect((await proof()).queryByRole('button', { name: 'Use a Recovery Code' })).toBeNull();
});

test('few recovery codes are a warning; new ones replace them', async () => {
  factors = on(1);
  const { user } = open();
  expect(await (await card()).findByText(/1 recovery code is left/)).toBeDefined();
  expect((await card()).getByText(/Make new recovery codes/)).toBeDefined();
  await press(user, 'New Recovery Codes');
  expect(await screen.findByText(codes[1] ?? '')).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/Make new recovery codes/)).toBeNull());
});

test('too many changes are refused in words', async () => {
  factors = on();
  mockEndpoint('POST /api/auth/factors/recovery-codes', () =>
    failure('RATE_LIMITED', 'Too many changes. Try again tomorrow.'),
  );
  const { user } = open();
  await press(user, 'New Recovery Codes');
  expect(await screen.findByText('Too many changes. Try again tomorrow.')).toBeDefined();
});

test('a card that does not load says so, and loads again', async () => {
  mockEndpoint('GET /api/auth/factors', () => failure('NOT_FOUND', 'No such thing'));
  const { user } = open();
  expect(await screen.findByText('Failed to load your second factor')).toBeDefined();
  mockEndpoint('GET /api/auth/factors', () => on());
  await press(user, 'Try Again');
  expect(await (await card()).findByText(/Your authenticator app/)).toBeDefined();
});

test('a user of a company proves it there, or by a password', async () => {
  isProven = false;
  factors = { ...noFactors(), company: { name: 'Northwind', slug: 'northwind' } };
  const { user } = open();
  await press(user, 'Set Up');
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm That It Is You' });
  expect(await within(dialog).findByText(/Sign in with Northwind again to continue/)).toBeDefined();
  expect(within(dialog).getByRole('button', { name: 'Sign In Again' })).toBeDefined();
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Use Your Password' }));
  await user.type(await within(dialog).findByLabelText(/^Password/), 'the right one{Enter}');
  await waitFor(() => expect(proofs).toEqual(['password']));
});

test('does not speak of a password to a user who has none', async () => {
  factors = { ...noFactors(), hasPassword: false };
  open();
  expect(await screen.findByText(/Your company decides how you sign in/)).toBeDefined();
  expect(screen.queryByText(/After your password/)).toBeNull();
});
