import type { AdminUser } from '@repo/contract/admin';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, brokenConnection, failure } from '../../../../test/api.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { sampleId, sampleUser } from '../../../../test/samples.ts';

const admin = sampleUser({ isAdmin: true });
const open = (path: string) => renderApp(path, { as: admin, workspaces: [] });

function listed(name: string): AdminUser {
  const { workspaces: _none, ...user } = sampleUser({ id: sampleId(), name });
  return user;
}

const page = (names: string[], total = names.length) => ({
  items: names.map(listed),
  pagination: { total, totalPages: Math.ceil(total / 20) },
});

test('asks as the specification has it, and says what was found', async () => {
  const asked: unknown[] = [];
  answer('GET /api/admin/users', ({ query }) => {
    asked.push(query);
    return page(['Ada', 'Grace'], 42);
  });
  open('/admin/users?page=3&search=%20ad%20');
  expect(await screen.findByText('Showing 2 of 42 users matching "ad"')).toBeTruthy();
  expect(screen.getByText('Page 3 of 3')).toBeTruthy();
  expect(asked).toEqual([{ page: '3', limit: '20', search: 'ad' }]);
  const row = screen.getByRole('row', { name: /Ada/ });
  expect(within(row).getByRole('link', { name: 'Ada' }).getAttribute('href')).toMatch(
    /^\/admin\/users\/[\w-]+\/edit$/,
  );
});

test('a person without a name is named by their e-mail, one without organizations by None', async () => {
  answer('GET /api/admin/users', () => ({
    items: [{ ...listed(''), email: 'nameless@acme.example', organizations: [] }],
    pagination: { total: 1, totalPages: 1 },
  }));
  open('/admin/users');
  expect(await screen.findByRole('link', { name: 'nameless@acme.example' })).toBeTruthy();
  expect(screen.getByText('None')).toBeTruthy();
});

test('a page that cannot be had is told, and can be asked for again', async () => {
  answer('GET /api/admin/users', ({ query }) =>
    query['page'] === '2' ? failure('FORBIDDEN', 'Not now') : page(['Ada'], 30),
  );
  const { user, address } = open('/admin/users');
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() => expect(address()).toBe('/admin/users?page=2'));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch users');
  answer('GET /api/admin/users', () => page(['Grace'], 30));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('link', { name: 'Grace' })).toBeTruthy();
  expect(screen.getByText('Page 2 of 2')).toBeTruthy();
});

test('an answer that is no list is told, and so is a connection that breaks', async () => {
  answer('GET /api/admin/users', () => Response.json({ success: true, data: {} }));
  const { user } = open('/admin/users');
  expect(await screen.findByRole('heading', { name: 'Failed to fetch users' })).toBeTruthy();
  answer('GET /api/admin/users', brokenConnection);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Network error occurred' })).toBeTruthy();
  // The browser's own words help nobody.
  expect(screen.getByRole('alert').textContent).toBe('Network error occurredTry Again');
});

test.each([
  ['NOT_FOUND', 'User not found'],
  ['VALIDATION_FAILED', 'id: Invalid UUID'],
] as const)('an address with the id of nobody says so, refused as %s', async (code, message) => {
  answer('GET /api/admin/users/{id}', () => failure(code, message));
  open('/admin/users/123/edit');
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to users' })).toBeTruthy();
});
