import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { account, beWide, items, PAGE } from '#test/account-samples.ts';
import { mockEndpoint } from '#test/api.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

// A server of the specification alone. Whatever else is requested fails the test in `api.ts`.
beforeEach(() => serveAtLevel('specification'));

const admin = sampleUser({ isAdmin: true });
const sales = sampleWorkspace('Sales', { id: account.workspaceId });
const open = (path: string) => renderApp(path, { as: admin, workspaces: [sales] });

test('the grid is requested whole, and searched and sorted here', async () => {
  const queries: unknown[] = [];
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', ({ query }) => {
    queries.push(query);
    const row = { ...account, lastActivity: null, contributors: [], creator: null };
    return { accounts: ['Acme', 'Borealis'].map((name) => ({ ...row, id: sampleId(), name })) };
  });
  open('/northwind/sales/accounts?q=bor&sort=-name&active_within=');
  expect((await screen.findAllByText('1 account')).length).toBeGreaterThan(0);
  expect(queries).toEqual([{ includeTimeline: 'true' }]);
});

test('an account is requested window by window', async () => {
  beWide(true);
  const queries: Record<string, string>[] = [];
  mockEndpoint('GET /api/accounts/{accountId}', () => ({ workspaceAccount: account }));
  mockEndpoint('GET /api/accounts/{accountId}/timeline', ({ query }) => {
    queries.push(query);
    return { activities: items };
  });
  open(PAGE);
  expect(await screen.findByRole('button', { name: /^Email from/ })).toBeDefined();
  expect(Object.keys(queries[0] ?? {}).toSorted()).toEqual(['end_date', 'range']);
});

const list = (item: object) => ({
  items: [item] as never[],
  pagination: { total: 1, totalPages: 1 },
});

test.each([
  ['users', { id: sampleId(), name: 'Ada', email: 'ada@acme.example' }, 'Ada'],
  ['organizations', { name: 'Acme', slug: 'acme', workspaceCount: 1, memberCount: 2 }, 'Acme'],
  [
    'workspaces',
    { name: 'Sales', slug: 'sales', organization: { name: 'Acme' }, memberCount: 2 },
    'Sales',
  ],
] as const)('the list of %s leads nowhere that does not exist', async (page, item, name) => {
  mockEndpoint(`GET /api/admin/${page}`, () =>
    list({ ...item, createdAt: '2026-03-04T12:00:00.000Z' }),
  );
  open(`/admin/${page}`);
  const row = await screen.findByRole('row', { name: new RegExp(name) });
  const hrefs = within(row)
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(hrefs.filter((href) => /undefined|\/workspaces\/./.test(href ?? ''))).toEqual([]);
  expect(within(row).queryByRole('button')).toBeNull();
  expect(screen.queryByRole('button', { name: /Invite User|^New / })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Audit Log' })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
});

test('a user is sent as the specification has it', async () => {
  const workspaces = [
    {
      id: sales.id,
      name: 'Sales',
      organizationName: 'Northwind',
      role: 'member' as const,
      joinedAt: '2026-03-04T12:00:00.000Z',
    },
  ];
  const ada = sampleUser({ id: sampleId(), name: 'Ada Okafor', workspaces });
  let sent: unknown;
  mockEndpoint('GET /api/admin/users', () => list(ada));
  mockEndpoint('GET /api/admin/users/{id}', () => ({ user: ada }));
  mockEndpoint('GET /api/admin/users/{id}/password-reset-status', () => ({
    hasPendingReset: false,
    resetToken: null,
  }));
  mockEndpoint('PUT /api/admin/users/{id}', ({ body }) => {
    sent = body;
    return { user: ada };
  });
  const { user } = open(`/admin/users/${ada.id}/edit`);
  await user.click(await screen.findByRole('checkbox', { name: /^Active/ }));
  expect(screen.getByText(/^Saving signs them out everywhere/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() =>
    expect(sent).toEqual({ name: ada.name, isAdmin: false, isTest: false, isActive: false }),
  );
});

test.each([
  '/import-preferences/settings',
  '/import-preferences/settings/api-keys',
  '/import-preferences/settings/your-data',
  '/northwind/sales/members',
  '/northwind/sales/settings/webhooks',
  '/admin/audit',
  `/admin/workspaces/${sampleId()}`,
])('there is no page at %s', async (path) => {
  open(path);
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeDefined();
});
