import { HttpResponse } from 'msw';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, brokenConnection, failure, neverResponds } from '#test/api.ts';
import { descriptionOf } from '#test/description-of.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';
import { dispatchStorageEvent } from '#test/dispatch-storage-event.ts';

const email = () => screen.findByLabelText<HTMLInputElement>(/^Email/);
const password = () => screen.findByLabelText<HTMLInputElement>(/^Password/);
const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Sign in' });

async function signIn({ user }: ReturnType<typeof renderApp>) {
  await user.type(await email(), ' maya@northwind.example ');
  await user.type(await password(), 'correct horse{Enter}');
}

test('signs in, stores the session and opens the default workspace', async () => {
  const maya = sampleUser();
  let sent: unknown;
  mockEndpoint('POST /api/auth/login', ({ body }) => {
    sent = body;
    return { token: 'fresh-token', user: maya };
  });
  mockEndpoint('GET /api/auth/me', ({ headers }) =>
    headers.get('authorization') === 'Bearer fresh-token'
      ? { user: maya }
      : failure('UNAUTHENTICATED', 'Sign in first'),
  );
  const app = renderApp('/login', { workspaces: [sampleWorkspace('Sales')] });
  await signIn(app);
  await waitFor(() => expect(app.address()).toBe('/northwind/sales/accounts'));
  expect(sent).toEqual({
    email: 'maya@northwind.example',
    password: 'correct horse',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  expect(localStorage.getItem('auth_token')).toBe('fresh-token');
  expect(JSON.parse(localStorage.getItem('auth_user') ?? '')).toEqual(maya);
});

test('sends no more than the specification says to a server that offers no more', async () => {
  serveAtLevel('specification');
  let sent: unknown;
  mockEndpoint('POST /api/auth/login', ({ body }) => {
    sent = body;
    return failure('UNAUTHENTICATED', 'Invalid credentials');
  });
  await signIn(renderApp('/login'));
  await screen.findByRole('alert');
  expect(sent).toEqual({ email: 'maya@northwind.example', password: 'correct horse' });
});

test('is named in the tab, after the product where that has a name', async () => {
  renderApp('/login');
  await waitFor(() => expect(document.title).toBe('Sign in'));
  const meta = document.createElement('meta');
  meta.name = 'product-name';
  meta.content = 'Acme CRM';
  document.head.append(meta);
  renderApp('/request-password-reset');
  await waitFor(() => expect(document.title).toBe('Acme CRM – Reset password'));
  meta.remove();
});

test('names what is missing beside its field and goes to the first', async () => {
  const { user } = renderApp('/login');
  await user.click(await submit());
  expect(descriptionOf(await email())).toBe('Email is required');
  expect(descriptionOf(await password())).toBe('Password is required');
  expect(document.activeElement).toBe(await email());

  await user.type(await email(), 'm');
  expect(descriptionOf(await email())).toBe('');
  expect(descriptionOf(await password())).toBe('Password is required');

  await user.click(await submit());
  expect(document.activeElement).toBe(await password());
});

const CREDENTIALS = 'Invalid email or password. Please check your credentials and try again.';

test.each<[string, () => Response]>([
  ['wrong credentials', () => failure('UNAUTHENTICATED', 'Invalid credentials')],
  ['an unsuccessful response without a message', () => HttpResponse.json({ success: false })],
  ['a response without data', () => HttpResponse.json({ success: true, data: null })],
  ['a response that is no JSON', () => HttpResponse.html('<h1>Welcome</h1>')],
])('%s: shows a message at the password, keeps the input', async (_, reply) => {
  mockEndpoint('POST /api/auth/login', reply);
  const app = renderApp('/login');
  await signIn(app);
  await waitFor(async () => expect(descriptionOf(await password())).toBe(CREDENTIALS));
  expect((await email()).value).toBe('maya@northwind.example');
  expect((await password()).value).toBe('correct horse');
  expect(document.activeElement).toBe(await password());
  expect(localStorage.getItem('auth_token')).toBeNull();

  await app.user.type(await password(), '!');
  expect(descriptionOf(await password())).toBe('');
});

test.each<[string, () => Response, string]>([
  [
    'a fault of the server',
    () => failure('UNKNOWN_ERROR', 'Internal server error'),
    'Something went wrong on our end. Please try again in a moment.',
  ],
  [
    'another message of the server',
    () => failure('RATE_LIMITED', 'Too many attempts. Try again in 5 minutes.'),
    'Too many attempts. Try again in 5 minutes.',
  ],
  [
    'an error without a message',
    () => HttpResponse.json({ success: false, error: { message: '' } }, { status: 400 }),
    'An unexpected error occurred. Please try again.',
  ],
  [
    'no response at all',
    brokenConnection,
    'An unexpected error occurred. Please try again.Network error occurred',
  ],
])('%s: shows a message above the form and can be retried', async (_, reply, message) => {
  mockEndpoint('POST /api/auth/login', reply);
  const app = renderApp('/login');
  await signIn(app);
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  await expectAccessible();
  expect(document.activeElement).toBe(await password());
  expect((await submit()).disabled).toBe(false);
});

test('disables its fields while it waits', async () => {
  mockEndpoint('POST /api/auth/login', neverResponds);
  const app = renderApp('/login');
  await signIn(app);
  expect((await email()).disabled).toBe(true);
  expect((await password()).disabled).toBe(true);
  expect((await submit()).disabled).toBe(true);
});

test('/sign-in leads here', async () => {
  const { address } = renderApp('/sign-in');
  await email();
  expect(address()).toBe('/login');
});

test('leads the signed-in on', async () => {
  const { address } = renderApp('/login', {
    as: sampleUser(),
    workspaces: [sampleWorkspace('Sales')],
  });
  await waitFor(() => expect(address()).toBe('/northwind/sales/accounts'));
});

test('another tab that signs in takes this one along', async () => {
  const { address } = renderApp('/login', { workspaces: [sampleWorkspace('Sales')] });
  await email();
  const maya = sampleUser();
  mockEndpoint('GET /api/auth/me', () => ({ user: maya }));
  localStorage.setItem('auth_user', JSON.stringify(maya));
  localStorage.setItem('auth_token', 'from-the-other-tab');
  dispatchStorageEvent('auth_token');
  await waitFor(() => expect(address()).toBe('/northwind/sales/accounts'));
});
