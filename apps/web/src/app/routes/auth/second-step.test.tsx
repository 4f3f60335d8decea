import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';

const ann = sampleUser({ email: 'ann@acme.example' });
let sent: unknown;
let details: unknown;

beforeEach(() => {
  localStorage.clear();
  details = { pendingToken: 'pending', steps: ['code', 'recovery-code'] };
  mockEndpoint('POST /api/auth/login', () =>
    failure('SECOND_FACTOR_REQUIRED', 'Your account has a second factor.', details),
  );
  mockEndpoint('GET /api/auth/me', () => ({ user: ann }));
  mockEndpoint('POST /api/auth/login/second-factor', ({ body }) => {
    sent = body;
    return { token: 'fresh-token', user: ann };
  });
});

/** Opens the page of the second step. */
async function begin() {
  const app = renderApp('/login', { workspaces: [sampleWorkspace('Sales')] });
  await app.user.type(await screen.findByLabelText('Email'), 'ann@acme.example');
  await app.user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  return app;
}
const code = () => screen.findByLabelText('Code');

test('a code finishes the sign-in; nothing is stored before', async () => {
  const { user, address } = await begin();
  await user.type(await code(), ' 123 456{Enter}');
  await waitFor(() => expect(address()).toBe('/northwind/sales/accounts'));
  expect(sent).toMatchObject({ pendingToken: 'pending', code: '123 456' });
  expect(localStorage.getItem('auth_token')).toBe('fresh-token');
});

test('the code has the focus, an empty one is not sent, and a wrong one is said at its field', async () => {
  mockEndpoint('POST /api/auth/login/second-factor', () =>
    failure('VALIDATION_FAILED', 'Invalid', [{ field: 'code', message: 'This is not correct.' }]),
  );
  const { user } = await begin();
  expect(document.activeElement).toBe(await code());
  await expectAccessible();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Enter a code')).toBeDefined();
  await user.type(await code(), '000000{Enter}');
  expect(await screen.findByText('This is not correct.')).toBeDefined();
  expect(localStorage.getItem('auth_token')).toBeNull();
});

test('a recovery code is another way, by keyboard too', async () => {
  const { user } = await begin();
  await code();
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  const field = await screen.findByLabelText('Recovery code');
  expect(document.activeElement).toBe(field);
  await user.type(field, 'aaaa-bbbb{Enter}');
  await waitFor(() => expect(sent).toMatchObject({ recoveryCode: 'aaaa-bbbb' }));
  expect(sent).not.toHaveProperty('code');
});

test('an expired sign-in goes back to the password, and says why', async () => {
  mockEndpoint('POST /api/auth/login/second-factor', () =>
    failure('UNAUTHENTICATED', 'This sign-in has expired. Enter your password again.'),
  );
  const { user } = await begin();
  await user.type(await code(), '123456{Enter}');
  expect(await screen.findByText(/This sign-in has expired/)).toBeDefined();
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ann@acme.example');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
});

test('too many tries are said above the form', async () => {
  mockEndpoint('POST /api/auth/login/second-factor', () =>
    failure('RATE_LIMITED', 'Too many wrong codes. Try again in 15 minutes.'),
  );
  const { user } = await begin();
  await user.type(await code(), '123456{Enter}');
  expect(await screen.findByText(/Too many wrong codes/)).toBeDefined();
});

test.each([undefined, {}, { pendingToken: 7, steps: ['code'] }, { pendingToken: 'x', steps: [] }])(
  'a refusal with the details %j stays at the password',
  async (given) => {
    details = given;
    await begin();
    expect(await screen.findByText('Your account has a second factor.')).toBeDefined();
    expect(screen.getByLabelText('Password')).toBeDefined();
  },
);
