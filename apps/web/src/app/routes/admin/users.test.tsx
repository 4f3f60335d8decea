import type { AdminUser } from '@repo/contract/admin';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { mockEndpoint, brokenConnection, failure } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser } from '#test/samples.ts';

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

test('requests as the specification says, and shows the results', async () => {
  const asked: unknown[] = [];
  mockEndpoint('GET /api/admin/users', ({ query }) => {
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
  mockEndpoint('GET /api/admin/users', () => ({
    items: [{ ...listed(''), email: 'nameless@acme.example', organizations: [] }],
    pagination: { total: 1, totalPages: 1 },
  }));
  open('/admin/users');
  expect(await screen.findByRole('link', { name: 'nameless@acme.example' })).toBeTruthy();
  expect(screen.getByText('None')).toBeTruthy();
});

test('names what was searched for when nothing matches', async () => {
  mockEndpoint('GET /api/admin/users', () => page([]));
  open('/admin/users?search=nobody');
  expect(await screen.findByRole('heading', { name: 'No users match "nobody"' })).toBeTruthy();
});

test('a failed page is reported, and can be retried', async () => {
  mockEndpoint('GET /api/admin/users', ({ query }) =>
    query['page'] === '2' ? failure('FORBIDDEN', 'Not now') : page(['Ada'], 30),
  );
  const { user, address } = open('/admin/users');
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() => expect(address()).toBe('/admin/users?page=2'));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch users');
  mockEndpoint('GET /api/admin/users', () => page(['Grace'], 30));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('link', { name: 'Grace' })).toBeTruthy();
  expect(screen.getByText('Page 2 of 2')).toBeTruthy();
});

test('typing sends one request, and an older response never replaces a newer one', async () => {
  const asked: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  mockEndpoint('GET /api/admin/users', async ({ query }) => {
    const { search = '' } = query;
    asked.push(search);
    // The response to the first search arrives last.
    if (search === 'ada') await promise;
    return page([`Found ${search}`]);
  });
  const { user } = open('/admin/users');
  const box = await screen.findByRole('searchbox');
  await user.type(box, 'ada');
  await waitFor(() => expect(asked).toEqual(['', 'ada']));
  await user.clear(box);
  await user.type(box, 'grace');
  await screen.findByRole('link', { name: 'Found grace' });
  resolve();
  await act(async () => promise);
  expect(screen.queryByRole('link', { name: 'Found ada' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Found grace' })).toBeTruthy();
  // A search is begun by nothing that was typed on the way.
  expect(asked.at(-1)).toBe('grace');
  expect(asked.every((search) => ['', 'ada', 'grace'].includes(String(search)))).toBe(true);
});

test.each([
  ['organizations', 'Failed to fetch organizations'],
  ['workspaces', 'Failed to fetch workspaces'],
  ['audit', 'Failed to fetch the audit log'],
] as const)('a failed list of %s is reported, and can be retried', async (list, title) => {
  mockEndpoint(`GET /api/admin/${list}`, () => failure('UNKNOWN_ERROR', 'Internal server error'));
  const { user } = open(`/admin/${list}`);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  await expectAccessible();
  mockEndpoint(`GET /api/admin/${list}`, () => ({
    items: [],
    pagination: { total: 0, totalPages: 0 },
  }));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull());
});

describe('a user', () => {
  const ada = sampleUser({ id: sampleId(), name: 'Ada Okafor', email: 'ada@acme.example' });
  const USER = 'GET /api/admin/users/{id}';
  const STATUS = 'GET /api/admin/users/{id}/password-reset-status';

  test('that fails to load, or whose reset status does, is reported', async () => {
    mockEndpoint(USER, () => Response.json({}, { status: 502 }));
    mockEndpoint(STATUS, () => failure('UNKNOWN_ERROR', 'Internal server error'));
    const { user } = open(`/admin/users/${ada.id}/edit`);
    expect(await screen.findByRole('heading', { name: 'Failed to load user' })).toBeTruthy();
    mockEndpoint(USER, () => ({ user: ada }));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Failed to load password reset status')).toBeTruthy();
    await expectAccessible();
  });

  test('keeps the input when a reset or a change fails', async () => {
    mockEndpoint(USER, () => ({ user: ada }));
    mockEndpoint(STATUS, () => ({ hasPendingReset: false, resetToken: null }));
    const fault = () => failure('UNKNOWN_ERROR', 'Internal server error');
    mockEndpoint('POST /api/admin/users/{id}/password-reset', fault);
    mockEndpoint('PUT /api/admin/users/{id}', fault);
    const { user } = open(`/admin/users/${ada.id}/edit`);
    await user.click(await screen.findByRole('button', { name: 'Send Password Reset' }));
    expect(await screen.findByText('Failed to initiate password reset')).toBeTruthy();
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: /^First name/ });
    await user.clear(name);
    await user.type(name, 'Kept');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Failed to update user')).toBeTruthy();
    expect(name.value).toBe('Kept');
  });
});

test('a response that is no list is reported, and so is a broken connection', async () => {
  mockEndpoint('GET /api/admin/users', () => Response.json({ success: true, data: {} }));
  const { user } = open('/admin/users');
  expect(await screen.findByRole('heading', { name: 'Failed to fetch users' })).toBeTruthy();
  mockEndpoint('GET /api/admin/users', brokenConnection);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Network error occurred' })).toBeTruthy();
  // The browser's own message does not help the user.
  expect(screen.getByRole('alert').textContent).toBe('Network error occurredTry Again');
});

test.each([
  ['NOT_FOUND', 'User not found'],
  ['VALIDATION_FAILED', 'id: Invalid UUID'],
] as const)('an address with an unknown id says so, refused as %s', async (code, message) => {
  mockEndpoint('GET /api/admin/users/{id}', () => failure(code, message));
  open('/admin/users/123/edit');
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to users' })).toBeTruthy();
});
