import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, brokenConnection, failure } from '#test/api.ts';
import { descriptionOf } from '#test/description-of.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';

const password = () => screen.findByLabelText<HTMLInputElement>(/^New password/);
const confirmation = () => screen.findByLabelText<HTMLInputElement>(/^Confirm new password/);
const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Set new password' });

async function set(first: string, second: string) {
  const app = renderApp('/reset-password?token=from-the-mail');
  if (first !== '') {
    await app.user.click(await password());
    await app.user.paste(first);
  }
  if (second !== '') await app.user.type(await confirmation(), second);
  await app.user.click(await submit());
  return app;
}

test('sets the password with the token of the link', async () => {
  let sent: unknown;
  mockEndpoint('POST /api/auth/reset-password', ({ body }) => {
    sent = body;
    return { message: 'Done' };
  });
  const { user, address } = await set('new secret', 'new secret');
  await screen.findByRole('heading', { name: 'Password reset successful' });
  expect(sent).toEqual({ token: 'from-the-mail', password: 'new secret' });
  await user.click(screen.getByRole('link', { name: 'Back to login' }));
  await waitFor(() => expect(address()).toBe('/login'));
});

const HINT = 'At least 6 characters';

test.each([
  ['', '', 'Password is required', 'Please confirm your password'],
  ['short', 'short', 'Password must be at least 6 characters', ''],
  ['x'.repeat(1025), 'x', 'Password must be at most 1024 characters', 'Passwords do not match'],
  ['long enough', '', HINT, 'Please confirm your password'],
  ['long enough', 'long enouhg', HINT, 'Passwords do not match'],
])('refuses %o with %o', async (first, second, passwordText, confirmationText) => {
  await set(first, second);
  expect(descriptionOf(await password())).toBe(passwordText);
  expect(descriptionOf(await confirmation())).toBe(confirmationText);
  await expectAccessible();
  expect(document.activeElement).toBe(await (passwordText === HINT ? confirmation() : password()));
});

test('a used or old link shows the way to a new one', async () => {
  mockEndpoint('POST /api/auth/reset-password', () =>
    failure('VALIDATION_FAILED', 'Invalid or expired reset token'),
  );
  const { user, address } = await set('new secret', 'new secret');
  await screen.findByRole('heading', { name: 'Reset password link expired' });
  await user.click(screen.getByRole('link', { name: 'Request new password reset' }));
  await waitFor(() => expect(address()).toBe('/request-password-reset'));
});

test('the server may require a longer password', async () => {
  mockEndpoint('POST /api/auth/reset-password', () =>
    failure('VALIDATION_FAILED', 'Password must be at least 12 characters'),
  );
  await set('new secret', 'new secret');
  await waitFor(async () =>
    expect(descriptionOf(await password())).toBe('Password must be at least 12 characters'),
  );
  expect(document.activeElement).toBe(await password());
});

test.each<[string, () => Response, string]>([
  [
    'missing information',
    () => failure('VALIDATION_FAILED', 'Token and password are required'),
    'Missing required information. Please try again.',
  ],
  ['no response', brokenConnection, 'A network error occurred. Please try again.'],
])('%s: shows a message above the form, keeps the input', async (_, reply, message) => {
  mockEndpoint('POST /api/auth/reset-password', reply);
  await set('new secret', 'new secret');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect((await password()).value).toBe('new secret');
});

test('without a token there is nothing to fill in', async () => {
  renderApp('/reset-password');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Invalid or missing reset token. Please request a new password reset.',
  );
  expect((await password()).disabled).toBe(true);
  expect((await confirmation()).disabled).toBe(true);
  expect((await submit()).disabled).toBe(true);
});

test('a form that is sent without a token all the same says what is missing', async () => {
  renderApp('/reset-password');
  (await submit()).form?.requestSubmit();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Missing reset token'));
});

test('a link that is used up shows no form', async () => {
  serveAtLevel('full');
  mockEndpoint('POST /api/auth/reset-password/check', ({ body }) => {
    expect(body).toEqual({ token: 'from-the-mail' });
    return { isUsable: false };
  });
  renderApp('/reset-password?token=from-the-mail');
  await screen.findByRole('heading', { name: 'Reset password link expired' });
  expect(screen.queryByLabelText(/^New password/)).toBeNull();
});

test.each([
  ['can be used', () => ({ isUsable: true })],
  ['could not be checked', brokenConnection],
])('a link that %s shows the form', async (_, reply) => {
  serveAtLevel('full');
  mockEndpoint('POST /api/auth/reset-password/check', reply);
  renderApp('/reset-password?token=from-the-mail');
  expect((await password()).disabled).toBe(false);
});
