import type { Notice } from '@repo/contract/notices';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, mockEndpoint, neverResponds } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';

const sales = sampleWorkspace('Sales');
const workspace = { slug: 'sales', orgSlug: 'northwind', name: 'Sales' };
const acme = { id: 'acme', name: 'Acme' };

const notice = (kind: Notice['kind'], given: Partial<Notice> = {}): Notice => ({
  id: `${kind} 1`,
  kind,
  at: new Date(Date.now() - 3_600_000).toISOString(),
  isRead: false,
  workspace,
  by: kind === 'share' ? { name: 'Ben', email: 'ben@northwind.example' } : null,
  accounts: [acme],
  total: 1,
  connection: null,
  ...given,
});
const broken = notice('connection', {
  workspace: null,
  accounts: [],
  total: 0,
  connection: 'Gmail, ann@northwind.example',
});

function answerWith(...notices: (Notice | null)[]): void {
  mockEndpoint('GET /api/notices', () => ({
    notices: notices as Notice[],
    unread: notices.filter((one) => one?.isRead === false).length,
  }));
}

const open = () => renderApp('/northwind/sales/nowhere', { as: sampleUser(), workspaces: [sales] });
const bell = (name: string | RegExp) => screen.findByRole('button', { name });
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Notices' })).getAllByRole('listitem');
const texts = async () => (await rows()).map((row) => row.querySelector('p')?.textContent);

test('the bell counts what is unread, and lists what each is about', async () => {
  answerWith(
    notice('share', { total: 5, accounts: [acme, { id: 'beta', name: 'Beta' }] }),
    notice('answer', { isRead: true }),
    notice('quiet'),
    broken,
  );
  const { user } = open();
  await user.click(await bell('Notices, 3 unread'));
  expect(await texts()).toEqual([
    'Unread: Ben shared activities of your accounts Acme, Beta and 3 more',
    'First answer of Acme',
    'Unread: Acme is going quiet: no contact for six weeks',
    'Unread: Gmail, ann@northwind.example has to be connected again',
  ]);
  const links = screen.getAllByRole('link', { name: 'Acme' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    [1, 2, 3].map(() => '/northwind/sales/accounts/acme'),
  );
  await expectAccessible();
});

test('following a link leads there, closes the list and marks the notice as read', async () => {
  const sent: unknown[] = [];
  answerWith(broken);
  mockEndpoint('PUT /api/notices/read', ({ body }) => {
    sent.push(body);
    return {};
  });
  const { user, address } = open();
  await user.click(await bell('Notices, 1 unread'));
  await user.click(await screen.findByRole('link', { name: /^Gmail/ }));
  await waitFor(() => expect(address()).toBe('/integrations'));
  expect(screen.queryByRole('dialog', { name: 'Notices' })).toBeNull();
  await bell('Notices');
  await waitFor(() => expect(sent).toEqual([{ ids: ['connection 1'], isRead: true }]));
});

test('all are marked as read at once, and one as unread again', async () => {
  const sent: unknown[] = [];
  answerWith(notice('quiet'), notice('answer'));
  mockEndpoint('PUT /api/notices/read', ({ body }) => {
    sent.push(body);
    return {};
  });
  const { user } = open();
  await user.click(await bell('Notices, 2 unread'));
  await user.click(await screen.findByRole('button', { name: 'Mark All as Read' }));
  await bell('Notices');
  const [first] = await rows();
  await user.click(within(first ?? document.body).getByRole('button', { name: 'Mark as unread' }));
  await bell('Notices, 1 unread');
  expect(sent).toEqual([
    { ids: ['quiet 1', 'answer 1'], isRead: true },
    { ids: ['quiet 1'], isRead: false },
  ]);
});

test('what could not be marked is shown as it is', async () => {
  answerWith(notice('quiet'));
  mockEndpoint('PUT /api/notices/read', () => failure('FORBIDDEN', 'Not now'));
  const { user } = open();
  await user.click(await bell('Notices, 1 unread'));
  await user.click(await screen.findByRole('button', { name: 'Mark as read' }));
  expect(await screen.findByText('Failed to mark as read')).toBeDefined();
  await bell('Notices, 1 unread');
});

test('the list says that there are none', async () => {
  answerWith();
  const { user } = open();
  await user.click(await bell('Notices'));
  expect(await screen.findByText(/^Nothing in the last 30 days/)).toBeDefined();
  await expectAccessible();
});

test('while they load, the list says so', async () => {
  mockEndpoint('GET /api/notices', neverResponds);
  const { user } = open();
  await user.click(await bell('Notices'));
  expect(await screen.findByText('Loading notices...')).toBeDefined();
});

test('a failure is told, and what failed is loaded again', async () => {
  mockEndpoint('GET /api/notices', () => failure('FORBIDDEN', 'Not now'));
  const { user } = open();
  await user.click(await bell('Notices'));
  expect(await screen.findByText('Not now')).toBeDefined();
  answerWith(notice('quiet'));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await texts()).toHaveLength(1);
});

test('entries that cannot be shown are left out', async () => {
  answerWith(
    null,
    notice('quiet', { accounts: [] }),
    notice('share', { workspace: null }),
    notice('answer', { at: 'soon' }),
    { ...broken, connection: null },
    broken,
  );
  const { user } = open();
  await user.click(await bell(/^Notices/));
  expect(await texts()).toHaveLength(1);
});
