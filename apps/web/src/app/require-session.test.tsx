import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, failure, neverResponds } from '#test/api.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';
import { dispatchStorageEvent } from '#test/dispatch-storage-event.ts';

const workspaces = [sampleWorkspace('Sales')];

const signInButton = () => screen.findByRole('button', { name: 'Sign in' });

async function signIn({ user }: ReturnType<typeof renderApp>) {
  const maya = sampleUser();
  mockEndpoint('POST /api/auth/login', () => ({ token: 'fresh', user: maya }));
  mockEndpoint('GET /api/auth/me', () => ({ user: maya }));
  await user.type(await screen.findByLabelText(/^Email/), 'maya@northwind.example');
  await user.type(await screen.findByLabelText(/^Password/), 'secret{Enter}');
}

test('returns the visitor to the page they opened', async () => {
  const app = renderApp('/northwind/sales/nowhere?sort=name&q=a%20b#row', { workspaces });
  await signInButton();
  expect(app.address()).toBe('/login');
  await signIn(app);
  await waitFor(() => expect(app.address()).toBe('/northwind/sales/nowhere?sort=name&q=a%20b#row'));
});

test('a refused token ends the session, and the next one begins on the same page', async () => {
  const app = renderApp('/northwind/sales/nowhere', { as: sampleUser(), workspaces });
  mockEndpoint('GET /api/auth/me', () => failure('UNAUTHENTICATED', 'Session expired'));
  await signInButton();
  expect(app.address()).toBe('/login');
  expect(localStorage.getItem('auth_token')).toBeNull();
  expect(localStorage.getItem('auth_user')).toBeNull();
  await signIn(app);
  await waitFor(() => expect(app.address()).toBe('/northwind/sales/nowhere'));
});

test('a refused token on any other call makes the current-user call decide', async () => {
  let expired = false;
  const maya = sampleUser();
  const app = renderApp('/northwind/sales/nowhere', { as: maya });
  mockEndpoint('GET /api/auth/me', () =>
    expired ? failure('UNAUTHENTICATED', 'Expired') : { user: { ...maya, name: 'Maya Berg' } },
  );
  mockEndpoint('GET /api/workspaces', async () => {
    // Only once the first current-user call has completed and its response was used.
    await waitFor(() => expect(localStorage.getItem('auth_user')).toContain('Maya Berg'));
    expired = true;
    return failure('UNAUTHENTICATED', 'Expired');
  });
  await signInButton();
  expect(app.address()).toBe('/login');
});

test.each([
  ['a fault of the server', () => failure('UNKNOWN_ERROR', 'Internal server error')],
  ['no response', neverResponds],
])('%s leaves the session as it is', async (_, reply) => {
  const { address } = renderApp('/northwind/sales/nowhere', { as: sampleUser(), workspaces });
  mockEndpoint('GET /api/auth/me', reply);
  await screen.findByRole('heading', { name: 'Page Not Found' });
  expect(address()).toBe('/northwind/sales/nowhere');
  expect(localStorage.getItem('auth_token')).toBe('token-of-the-test');
});

test('stores what the server returns about the user', async () => {
  const maya = sampleUser();
  renderApp('/northwind/sales/nowhere', { as: maya, workspaces });
  mockEndpoint('GET /api/auth/me', () => ({ user: { ...maya, name: 'Maya Berg' } }));
  await screen.findByRole('button', { name: 'User menu Maya Berg' });
  expect(JSON.parse(localStorage.getItem('auth_user') ?? '')).toMatchObject({ name: 'Maya Berg' });
});

test('a session whose stored person is unreadable still counts', async () => {
  const app = renderApp('/northwind/sales/nowhere', { as: sampleUser(), workspaces });
  localStorage.setItem('auth_user', '{"name":');
  dispatchStorageEvent('auth_user');
  await screen.findByRole('button', { name: 'User menu Maya Lindqvist' });
  expect(app.address()).toBe('/northwind/sales/nowhere');
});

test('signing out in another tab signs out this one', async () => {
  const { address } = renderApp('/northwind/sales/nowhere', { as: sampleUser(), workspaces });
  await screen.findByRole('heading', { name: 'Page Not Found' });
  localStorage.removeItem('auth_token');
  dispatchStorageEvent('auth_token');
  await signInButton();
  expect(address()).toBe('/login');
});

test('another person in another tab finds nothing of the first', async () => {
  renderApp('/northwind/sales/nowhere', { as: sampleUser(), workspaces });
  await screen.findByRole('heading', { name: 'Page Not Found' });
  mockEndpoint('GET /api/workspaces', neverResponds);
  localStorage.setItem('auth_token', 'of-another-user');
  dispatchStorageEvent('auth_token');
  expect(await screen.findByText('Loading workspace...')).toBeTruthy();
});

test.each(['tök😀n', 'two\nlines', ''])(
  'a stored token that no call can bear is none: %o',
  async (token) => {
    renderApp('/northwind/sales/nowhere', { as: sampleUser(), workspaces });
    await screen.findByRole('heading', { name: 'Page Not Found' });
    localStorage.setItem('auth_token', token);
    dispatchStorageEvent('auth_token');
    expect(await signInButton()).toBeTruthy();
  },
);
