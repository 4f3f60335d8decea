import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, brokenConnection, failure, neverResponds } from '#test/api.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser } from '#test/samples.ts';

const admin = sampleUser({ isAdmin: true });
const open = (as = admin) => renderApp('/admin/nowhere', { as, workspaces: [] });

test('says what it is doing, whatever the stored person claims', async () => {
  open();
  mockEndpoint('GET /api/auth/me', neverResponds);
  expect(await screen.findByText('Verifying admin access...')).toBeTruthy();
});

test('lets administrators through', async () => {
  open();
  await screen.findByRole('heading', { name: 'Page Not Found' });
  screen.getByText('Admin');
  expect(screen.getByRole('banner').dataset['context']).toBe('admin');
});

test('refuses others', async () => {
  open();
  mockEndpoint('GET /api/auth/me', () => ({ user: { ...admin, isAdmin: false } }));
  await screen.findByRole('heading', { name: 'Admin Access Required' });
  expect(
    screen.getByText(
      "You don't have permission to access the admin panel. Please sign in with an admin account.",
    ),
  ).toBeTruthy();
});

test('says when it cannot be determined, and retries', async () => {
  const { user } = open();
  mockEndpoint('GET /api/auth/me', () => failure('FORBIDDEN', 'Not now'));
  await screen.findByRole('heading', { name: 'Failed to verify admin access' });
  screen.getByText('Not now');
  mockEndpoint('GET /api/auth/me', () => ({ user: admin }));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
});

test.each([{}, null, 'text'])('a response without a user counts as none: %o', async (data) => {
  open();
  mockEndpoint('GET /api/auth/me', () => Response.json({ success: true, data }));
  await screen.findByRole('heading', { name: 'Failed to verify admin access' });
  expect(screen.getByText('User data not found')).toBeTruthy();
});

test.each([
  ['the network failed', brokenConnection, 'Network error occurred'],
  ['the server gives no reason', () => failure('FORBIDDEN', ''), 'Failed to fetch user data'],
])('says in words of its own that %s', async (_, reply, text) => {
  open();
  mockEndpoint('GET /api/auth/me', reply);
  await screen.findByRole('heading', { name: 'Failed to verify admin access' });
  expect(screen.getByText(text)).toBeTruthy();
});
