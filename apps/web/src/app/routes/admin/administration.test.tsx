import type { AdminOrganization, AdminWorkspace } from '@repo/contract/admin';
import type { Member } from '@repo/contract/workspaces';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

const admin = sampleUser({ isAdmin: true });
const createdAt = '2026-01-05T09:00:00.000Z';
const one = { total: 1, totalPages: 1 };

const organization: AdminOrganization = {
  id: sampleId(),
  name: 'Northwind',
  slug: 'northwind',
  workspaceCount: 1,
  memberCount: 1,
  createdAt,
};
const workspace: AdminWorkspace = {
  id: sampleId(),
  name: 'Sales',
  slug: 'sales',
  organization: { id: organization.id, name: 'Northwind', slug: 'northwind' },
  memberCount: 1,
  createdAt,
};

const openAt = (path: string) => renderApp(path, { as: admin, workspaces: [] });

test('an organization gets another name, and keeps its slug unless another one is typed', async () => {
  serveAtLevel('full');
  const sent: unknown[] = [];
  mockEndpoint('GET /api/admin/organizations', () => ({ items: [organization], pagination: one }));
  mockEndpoint('PATCH /api/admin/organizations/{id}', ({ body }) => {
    sent.push(body);
    return { organization };
  });
  const { user } = openAt('/admin/organizations');
  const change = async (field: string, value: string) => {
    await user.click(await screen.findByRole('button', { name: 'Change Northwind' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change Northwind' });
    const input = within(dialog).getByLabelText(new RegExp(field));
    await user.clear(input);
    await user.type(input, value);
    return dialog;
  };
  const save = async (dialog: HTMLElement) => {
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const renaming = await change('Name', 'Northwind Traders');
  await expectAccessible();
  await save(renaming);
  const moving = await change('Slug', 'traders');
  within(moving).getByText('Links to /northwind stop working.');
  await save(moving);
  expect(sent).toEqual([{ name: 'Northwind Traders' }, { name: 'Northwind', slug: 'traders' }]);
});

test('a slug that is taken is said beside it', async () => {
  serveAtLevel('full');
  mockEndpoint('GET /api/admin/workspaces', () => ({ items: [workspace], pagination: one }));
  const message = 'The organization has a workspace with the slug support already';
  mockEndpoint('PATCH /api/admin/workspaces/{id}', () =>
    failure('CONFLICT', message, [{ field: 'slug', message }]),
  );
  const { user } = openAt('/admin/workspaces');
  await user.click(await screen.findByRole('button', { name: 'Change Sales' }));
  const slug = await screen.findByLabelText(/Slug/);
  await user.clear(slug);
  await user.type(slug, 'support');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByText(message)).id).toBe(
    slug.getAttribute('aria-describedby')?.split(' ').at(-1),
  );
});

test('a workspace is archived after a confirmation, marked, and unarchived', async () => {
  serveAtLevel('full');
  const sent: unknown[] = [];
  let archivedAt: string | null = null;
  mockEndpoint('GET /api/admin/workspaces', () => ({
    items: [{ ...workspace, archivedAt }],
    pagination: one,
  }));
  mockEndpoint('PUT /api/admin/workspaces/{id}/archived', ({ body }) => {
    sent.push(body);
    archivedAt = (body as { archived: boolean }).archived ? createdAt : null;
    return { workspace: { ...workspace, archivedAt } };
  });
  const { user } = openAt('/admin/workspaces');
  const confirm = async (verb: 'Archive' | 'Unarchive') => {
    await user.click(await screen.findByRole('button', { name: `${verb} Sales` }));
    const dialog = await screen.findByRole('alertdialog', { name: `${verb} Sales?` });
    await expectAccessible();
    await user.click(within(dialog).getByRole('button', { name: verb }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await screen.findByRole('button', { name: 'Archive Sales' });
  expect(screen.queryByText('Archived')).toBeNull();
  await confirm('Archive');
  await screen.findByText('Archived');
  await confirm('Unarchive');
  await waitFor(() => expect(screen.queryByText('Archived')).toBeNull());
  expect(sent).toEqual([{ archived: true }, { archived: false }]);
});

test('why an organization could not be archived is said in the dialog', async () => {
  serveAtLevel('full');
  mockEndpoint('GET /api/admin/organizations', () => ({ items: [organization], pagination: one }));
  mockEndpoint('PUT /api/admin/organizations/{id}/archived', () =>
    failure('NOT_FOUND', 'Organization not found'),
  );
  const { user } = openAt('/admin/organizations');
  await user.click(await screen.findByRole('button', { name: 'Archive Northwind' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Archive Northwind?' });
  await user.click(within(dialog).getByRole('button', { name: 'Archive' }));
  expect((await within(dialog).findByText('Organization not found')).textContent).toBeTruthy();
});

test('a server of the specification shows no control for it', async () => {
  serveAtLevel('specification');
  mockEndpoint('GET /api/admin/workspaces', () => ({ items: [workspace], pagination: one }));
  openAt('/admin/workspaces');
  await screen.findByText('Sales');
  expect(screen.queryByRole('button', { name: 'Change Sales' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Archive Sales' })).toBeNull();
});

test('connections that need attention are listed by person, provider and state', async () => {
  serveAtLevel('full');
  const person = { id: sampleId(), name: 'Rita', email: 'rita@northwind.example' };
  mockEndpoint('GET /api/admin/connections', () => ({
    items: [
      {
        id: sampleId(),
        person,
        provider: 'gmail',
        name: 'Gmail',
        state: 'reconnect' as const,
        since: createdAt,
      },
      {
        id: sampleId(),
        person,
        provider: 'imap',
        name: 'IMAP Mailbox',
        state: 'failing' as const,
        since: createdAt,
      },
    ],
    pagination: { total: 2, totalPages: 1 },
  }));
  openAt('/admin/connections');
  await screen.findByText('IMAP Mailbox');
  const rows = within(screen.getByRole('table', { name: 'Connections' })).getAllByRole('row');
  expect(rows[1]?.textContent).toMatch(/Rita.*rita@northwind.example.*Gmail.*Needs to reconnect/);
  expect(rows[2]?.textContent).toMatch(/IMAP Mailbox.*Syncs fail/);
  expect(screen.getByRole('link', { name: 'Connections' })).toBeTruthy();
  await expectAccessible();
});

test('the audit log shows the end of an id, and the whole one on hover', async () => {
  const accountId = '01a22bd4-22e5-7deb-847d-bd12acdf7bf8';
  mockEndpoint('GET /api/admin/audit', () => ({
    items: [
      {
        id: sampleId(),
        at: '2026-11-20T10:00:00.000Z',
        action: 'account.tags-changed' as const,
        actor: { id: sampleId(), name: 'Ann' },
        person: null,
        scope: 'acme/sales',
        before: null,
        after: { accountId },
      },
    ],
    pagination: { total: 1, totalPages: 1 },
  }));
  openAt('/admin/audit');
  expect((await screen.findByTitle(accountId)).textContent).toBe('…df7bf8');
  expect(screen.queryByText(accountId)).toBeNull();
});

test('the audit log is exported as the list shows it, and a refusal is shown', async () => {
  serveAtLevel('full');
  const asked: unknown[] = [];
  mockEndpoint('GET /api/admin/audit', () => ({
    items: [],
    pagination: { total: 0, totalPages: 0 },
  }));
  mockEndpoint('GET /api/admin/audit/export', ({ query }) => {
    asked.push(query);
    return new Response('At\r\n', { headers: { 'content-type': 'text/csv' } });
  });
  const save = vi.fn<() => string>(() => 'blob:file');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: save, revokeObjectURL: () => {} }));
  const person = sampleId();
  const { user } = openAt(`/admin/audit?person=${person}`);
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(asked).toEqual([{ person }]);
  mockEndpoint('GET /api/admin/audit/export', () => failure('FORBIDDEN', 'Admin access required'));
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('Failed to export the audit log');
  vi.unstubAllGlobals();
});

test('an owner gives the ownership to another active member after a confirmation', async () => {
  const owner = sampleUser({ name: 'Olga Owner' });
  const sales = sampleWorkspace('Sales', { role: 'owner' });
  const member = (parts: Partial<Member>): Member => ({
    userId: sampleId(),
    name: 'Mats Member',
    email: 'mats@northwind.example',
    role: 'member',
    state: 'active',
    isAdministrator: false,
    joinedAt: createdAt,
    sharedDomains: 0,
    ...parts,
  });
  const mats = member({});
  const sent: unknown[] = [];
  serveAtLevel('full');
  mockEndpoint('GET /api/workspaces/{workspaceId}/members', () => ({
    items: [mats, member({ name: 'Ida Invited', state: 'invited' })],
    pagination: { total: 2, totalPages: 1 },
    canManage: true,
  }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/invitations', () => ({ items: [] }));
  mockEndpoint('POST /api/workspaces/{workspaceId}/owner', ({ body }) => {
    sent.push(body);
    return {};
  });
  const { user } = renderApp('/northwind/sales/members', { as: owner, workspaces: [sales] });
  await user.click(await screen.findByRole('button', { name: 'Actions for Ida Invited' }));
  await screen.findByRole('menuitem', { name: 'Remove from Workspace' });
  expect(screen.queryByRole('menuitem', { name: 'Transfer Ownership' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Actions for Mats Member' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Transfer Ownership' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('you become a member');
  await user.click(within(dialog).getByRole('button', { name: 'Transfer Ownership' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent).toEqual([{ userId: mats.userId }]);
});
