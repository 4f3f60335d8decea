import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { email } from '#test/account-samples.ts';
import { mockEndpoint } from '#test/api.ts';
import { openPage, setUpAccount, TIMELINE } from '#test/open-account.ts';
import { renderApp } from '#test/render-app.tsx';
import {
  sampleId,
  sampleIntegration,
  sampleTrackedDomain,
  sampleUser,
  sampleWorkspace,
} from '#test/samples.ts';

/*
 * Fields of another kind than the specification has them: objects in place of texts, numbers as
 * texts, ids as numbers. They cost a row at most, never the screen.
 */

const admin = sampleUser({ isAdmin: true });
const ok = (data: unknown) => HttpResponse.json({ success: true, data } as object);
const object = { nested: 1 };

let warned: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());
const expectWarning = (text: string) =>
  waitFor(() =>
    expect(warned.mock.calls.flat().join('\n')).toContain(`The server sent ${text} that`),
  );

const USER = { name: 'Ada', email: 'a@b.example' };
test.each([
  ['users', { ...USER, id: 7, isAdmin: object, organizations: [{ name: object }] }, 'Ada'],
  ['users', { id: 7, name: object, email: 'a@b.example', createdAt: object }, 'a@b.example'],
  ['organizations', { name: 'Ada', slug: object, workspaceCount: '4', memberCount: object }, '4'],
  ['workspaces', { name: 'Ada', slug: 'ada', organization: object, memberCount: '4' }, '4'],
  ['workspaces', { name: 'Ada', organization: null, createdAt: 7 }, 'Ada'],
] as const)('the list of %s shows %j, and skips what has no text', async (list, entry, text) => {
  const items = [{ id: object, name: object, slug: object, email: object }, entry];
  mockEndpoint(`GET /api/admin/${list}`, () => ok({ items, pagination: object }));
  renderApp(`/admin/${list}`, { as: admin, workspaces: [] });
  expect(await screen.findAllByText(text)).not.toHaveLength(0);
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2);
  await expectWarning('list entries');
});

test('a user to edit with objects in place of texts', async () => {
  const id = sampleId();
  const workspaces = [
    { id: object, name: 'Gone' },
    { id: 3, name: object, organizationName: 'Northwind', role: object, joinedAt: object },
  ];
  const user = { id, name: object, email: 'a@b.example', createdAt: object, workspaces };
  mockEndpoint('GET /api/admin/users/{id}', () => ok({ user }));
  mockEndpoint('GET /api/admin/users/{id}/password-reset-status', () =>
    ok({ hasPendingReset: true, resetToken: { initiatorName: object, expiresAt: object } }),
  );
  renderApp(`/admin/users/${id}/edit`, { as: admin, workspaces: [] });
  expect(await screen.findByRole('cell', { name: 'Northwind' })).toBeTruthy();
  expect(await screen.findByText(/A password reset is pending/)).toBeTruthy();
  await expectWarning('workspaces of a user');
});

test('domains and the workspaces that they are shared with', async () => {
  const acme = sampleTrackedDomain('acme.example');
  const shares = [{ workspaceId: object }, { workspaceId: 4, workspace: { name: object } }];
  const domains = [
    { ...acme, id: object },
    { ...acme, id: 7, addedAt: object, workspaceShares: shares },
    { ...acme, id: 'x', domain: object },
  ];
  mockEndpoint('GET /api/accounts', () => ok({ domains }));
  const sales = { ...sampleWorkspace('Sales'), id: 4, role: object };
  mockEndpoint('GET /api/workspaces', () => ok({ items: [{ ...sales, slug: object }, sales] }));
  renderApp('/import-preferences', { as: admin });
  const chosen = await screen.findByRole('combobox', { name: /acme\.example/ });
  await waitFor(() => expect(chosen.textContent).toContain('Sales'));
  await expectWarning('domains');
  await expectWarning('shares of a domain');
  await expectWarning('workspaces');
});

test('workspaces and their organizations with objects in place of names', async () => {
  const sales = sampleWorkspace('Sales');
  const odd = { ...sales, id: 'x', name: object, organization: { slug: 'o', name: object } };
  mockEndpoint('GET /api/workspaces', () => ok({ items: [sales, odd] }));
  mockEndpoint('GET /api/integrations', () => ok({ integrations: [], availableProviders: [] }));
  const { user } = renderApp('/integrations', { as: admin });
  await user.click(await screen.findByRole('button', { name: /^User menu/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Switch Workspace' }));
  expect(await screen.findByRole('menuitem', { name: 'Sales' })).toBeTruthy();
  expect(screen.getByRole('menuitem', { name: odd.slug })).toBeTruthy();
});

test('100,000 workspaces: the first of them and the one in use are listed', async () => {
  const sales = sampleWorkspace('Sales');
  const others = Array.from({ length: 100_000 }, (_, index) => ({
    ...sales,
    id: `w-${index}`,
    name: `Team ${index}`,
    slug: `team-${index}`,
  }));
  const acme = sampleTrackedDomain('acme.example');
  const workspaceShares = [{ workspaceId: 'w-99999', workspace: { name: 'Team 99999' } }];
  mockEndpoint('GET /api/workspaces', () => ok({ items: others }));
  mockEndpoint('GET /api/accounts', () => ok({ domains: [{ ...acme, workspaceShares }] }));
  const { user } = renderApp('/import-preferences', { as: admin });
  await user.click(await screen.findByRole('button', { name: /^User menu/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Switch Workspace' }));
  expect(await screen.findByText('Showing 300 of 100,000 workspaces')).toBeTruthy();
  const countOf = (role: string) => document.querySelectorAll(`[role=${role}]`).length;
  expect(countOf('menuitem')).toBeLessThan(320);
  await user.keyboard('{Escape}{Escape}');
  const chosen = await screen.findByRole('combobox', { name: /acme\.example/ });
  expect(chosen.textContent).toContain('Team 99999');
  await user.click(chosen);
  expect(await screen.findByText('Showing 301 of 100,000 workspaces')).toBeTruthy();
  expect(countOf('option')).toBeLessThan(320);
});

test('integrations with objects in place of texts', async () => {
  const gmail = sampleIntegration({ provider: 'gmail' });
  const fathom = sampleIntegration({ provider: 'fathom' });
  mockEndpoint('GET /api/integrations', () =>
    ok({
      integrations: [
        { ...gmail, provider: object },
        { ...gmail, id: 7, name: object, lastSyncedAt: object },
        { ...fathom, connectionData: { webhook_token: object, webhook_api_version: object } },
      ],
      availableProviders: ['gmail', 'fathom'],
    }),
  );
  const { user } = renderApp('/integrations', { as: admin, workspaces: [] });
  const card = within(await screen.findByRole('region', { name: 'Gmail' }));
  expect(card.getByText('Connected')).toBeTruthy();
  expect(card.getByText('N/A')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Manage' }));
  const address = new RegExp(`/api/webhooks/v1/fathom/${fathom.id}`);
  expect(await screen.findByDisplayValue(address)).toBeTruthy();
  await expectWarning('integrations');
});

test('the signed-in person with an object in place of the name', async () => {
  mockEndpoint('GET /api/integrations', () => ok({ integrations: [], availableProviders: [] }));
  const as = { ...admin, name: object as never, isAdmin: 'no' as never };
  const { user } = renderApp('/integrations', { as, workspaces: [] });
  await user.click(await screen.findByRole('button', { name: `User menu ${admin.email}` }));
  expect(screen.queryByRole('menuitem', { name: 'Admin' })).toBeNull();
});

describe('lists that a page took as they came', () => {
  const sales = sampleWorkspace('Sales', { role: 'owner' });
  const never = '9999-99-99T99:99:99Z';
  const openIn = (path: string) =>
    renderApp(`/northwind/sales/${path}`, { as: admin, workspaces: [sales] });
  const DELETED = 'GET /api/workspaces/{workspaceId}/deleted-accounts';

  test.each([object, null, 'text'])('%j in place of the deleted accounts', async (accounts) => {
    mockEndpoint(DELETED, () => ok({ accounts }));
    openIn('deleted-accounts');
    expect(await screen.findByText('Failed to fetch deleted accounts')).toBeTruthy();
    expect(screen.getByRole('button', { name: /try again/i })).toBeTruthy();
  });

  test('deleted accounts that are null, or have no readable dates and names', async () => {
    const entry = { id: 7, name: 'Acme', domain: object, deletedBy: object, shares: object };
    const accounts = [null, { ...entry, deletedAt: never, restorableUntil: never }];
    mockEndpoint(DELETED, () => ok({ accounts }));
    openIn('deleted-accounts');
    expect(await screen.findByRole('button', { name: 'Restore Acme' })).toBeTruthy();
    await expectWarning('deleted accounts');
  });

  test('members with numbers as names, and an object in place of the invitations', async () => {
    const member = { userId: 4, name: 7, email: 'a@b.example', role: object, joinedAt: never };
    mockEndpoint('GET /api/workspaces/{workspaceId}/members', () =>
      ok({ items: [null, member], pagination: object, canManage: false }),
    );
    mockEndpoint('GET /api/workspaces/{workspaceId}/invitations', () => ok({ items: object }));
    openIn('members');
    expect((await screen.findAllByText('a@b.example')).length).toBeGreaterThan(0);
    await expectWarning('list entries');
  });

  test('problems of providers without texts and dates', async () => {
    const problems = [null, { grantor: 'google', message: 'Refused.', since: never }];
    mockEndpoint('GET /api/admin/provider-problems', () => ok({ problems }));
    mockEndpoint('GET /api/admin/connections', () =>
      ok({ items: [{ id: 1, person: null }], pagination: object }),
    );
    renderApp('/admin/connections', { as: admin, workspaces: [] });
    expect(await screen.findByText(/^Refused\. Connections stay active/)).toBeTruthy();
    expect(await screen.findByText('Every connection works')).toBeTruthy();
    await expectWarning('problems of providers');
  });

  test.each([null, { name: 'Sales', organization: null }, { name: object }])(
    '%j in place of a workspace to administer',
    async (workspace) => {
      mockEndpoint('GET /api/admin/provider-problems', () => ok({ problems: object }));
      mockEndpoint('GET /api/admin/workspaces/{id}', () => ok({ workspace }));
      renderApp(`/admin/workspaces/${sampleId()}`, { as: admin, workspaces: [] });
      expect(await screen.findByText('Failed to load workspace')).toBeTruthy();
    },
  );
});

describe('the page of an account', () => {
  setUpAccount();

  test('with objects in place of its texts, and activities with ids as numbers', async () => {
    const odd = { name: object, domain: object, createdAt: object, discoveredByUser: object };
    mockEndpoint('GET /api/accounts/{accountId}', () => ok({ workspaceAccount: odd }));
    mockEndpoint(TIMELINE, () => ok({ activities: [{ ...email, id: 7, summary: object }] }));
    openPage();
    expect(await screen.findByRole('heading', { name: 'Account' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: /^Email from Ada Okafor/ })).toBeTruthy();
  });
});
