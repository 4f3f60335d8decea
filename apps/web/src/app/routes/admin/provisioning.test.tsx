import type { GroupRoles, Provisioning } from '@repo/contract/provisioning';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser } from '#test/samples.ts';

const id = sampleId();
const at = '2026-01-05T09:00:00.000Z';
const token = { id: sampleId(), start: 'scim_abcd', createdAt: at, lastUsedAt: null };
const empty: Provisioning = {
  organization: { id, name: 'Acme', slug: 'acme' },
  baseAddress: 'https://here.example/scim/v2',
  domains: ['acme.example'],
  tokens: [],
  users: { all: 3, provisioned: 0 },
  requests: [],
};
const used: Provisioning = {
  ...empty,
  tokens: [{ ...token, lastUsedAt: at }],
  users: { all: 3, provisioned: 2 },
  requests: [
    {
      at,
      action: 'change',
      resource: 'user',
      user: { id: sampleId(), name: 'Ann' },
      problem: 'Ann is the only owner of Sales. Make another member an owner first.',
    },
    { at, action: 'create', resource: 'user', user: null, problem: null },
  ],
};

const sales = { id: sampleId(), name: 'Sales', members: 3 };
const field = { id: sampleId(), name: 'Field' };
const noRoles: GroupRoles = { roles: [], groups: [sales], workspaces: [field], waiting: 0 };
const role: GroupRoles['roles'][number] = {
  id: sampleId(),
  groupId: sales.id,
  name: 'Sales',
  workspace: field,
  role: 'member',
};

function open(provisioning: Provisioning, groupRoles = noRoles) {
  mockEndpoint('GET /api/admin/organizations/{id}/group-roles', () => ({ groupRoles }));
  mockEndpoint('GET /api/admin/organizations/{id}/provisioning', () => ({ provisioning }));
  return renderApp(`/admin/organizations/${id}/provisioning`, {
    as: sampleUser({ isAdmin: true }),
    workspaces: [],
  });
}

test('a token is created, and shown once', async () => {
  mockEndpoint('POST /api/admin/organizations/{id}/provisioning/tokens', () => ({
    token: 'scim_abcdef',
    provisioning: { ...empty, tokens: [token] },
  }));
  const { user } = open(empty);
  expect(await screen.findByDisplayValue(empty.baseAddress)).toBeDefined();
  expect(screen.getByText('Nothing yet.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Create Token' }));
  expect(await screen.findByDisplayValue('scim_abcdef')).toBeDefined();
  expect(screen.getByText(/Never used/)).toBeDefined();
  await expectAccessible();
});

test('a token that cannot be created says why', async () => {
  mockEndpoint('POST /api/admin/organizations/{id}/provisioning/tokens', () =>
    failure('LIMIT_REACHED', 'An organization has at most 2 tokens.'),
  );
  const { user } = open(used);
  await user.click(await screen.findByRole('button', { name: 'Create Token' }));
  expect((await screen.findByRole('alert')).textContent).toContain('at most 2 tokens');
});

test('revoking a token is confirmed first', async () => {
  mockEndpoint('DELETE /api/admin/organizations/{id}/provisioning/tokens/{tokenId}', () => ({
    provisioning: empty,
  }));
  const { user } = open(used);
  await user.click(await screen.findByRole('button', { name: 'Revoke scim_abcd…' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Revoke Token' });
  await user.click(within(dialog).getByRole('button', { name: 'Revoke Token' }));
  await waitFor(() => expect(screen.queryByText('scim_abcd…')).toBeNull());
  expect(screen.getByText(/No token yet/)).toBeDefined();
});

test('a token that another administrator has revoked leaves the list', async () => {
  const { user } = open(used);
  await user.click(await screen.findByRole('button', { name: 'Revoke scim_abcd…' }));
  mockEndpoint('GET /api/admin/organizations/{id}/provisioning', () => ({ provisioning: empty }));
  mockEndpoint('DELETE /api/admin/organizations/{id}/provisioning/tokens/{tokenId}', () =>
    failure('NOT_FOUND', 'Token not found'),
  );
  const dialog = await screen.findByRole('alertdialog', { name: 'Revoke Token' });
  await user.click(within(dialog).getByRole('button', { name: 'Revoke Token' }));
  expect(await screen.findByText(/No token yet/)).toBeDefined();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('what the provider did is listed, with what was wrong in words', async () => {
  open(used);
  const list = within(await screen.findByRole('list', { name: 'What the provider did' }));
  expect(list.getByText('Change Ann')).toBeDefined();
  expect(list.getByText(/only owner of Sales/)).toBeDefined();
  expect(list.getByText('Create a user')).toBeDefined();
  await expectAccessible();
});

test('without a verified domain, the page says what to do first', async () => {
  open({ ...empty, domains: [], users: { all: 0, provisioned: 0 } });
  const link = await screen.findByRole('link', { name: 'Verify a domain' });
  expect(link.getAttribute('href')).toBe(`/admin/organizations/${id}/single-sign-on`);
  await expectAccessible();
});

test('a group gets a role in a workspace', async () => {
  let given: unknown;
  mockEndpoint('PUT /api/admin/organizations/{id}/group-roles', ({ body }) => {
    given = body;
    return { groupRoles: { ...noRoles, roles: [role], waiting: 1_200 } };
  });
  const { user } = open(used);
  const form = within(await screen.findByRole('form', { name: 'Give a Role' }));
  await user.click(form.getByRole('button', { name: 'Give Role' }));
  expect(form.getByRole('alert').textContent).toContain('Choose a group first.');
  const choose = async (field: string, option: string) => {
    await user.click(form.getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose('Group', 'Sales');
  await choose('Workspace', 'Field');
  await user.click(form.getByRole('button', { name: 'Give Role' }));
  const list = within(await screen.findByRole('list', { name: 'Roles by group' }));
  expect(list.getByText('Member of Field · 3 members')).toBeDefined();
  expect(given).toEqual({ groupId: sales.id, name: '', workspaceId: field.id, role: 'member' });
  expect(screen.getByText('The roles of 1,200 users are still being changed.')).toBeDefined();
  await expectAccessible();
});

test('without groups by SCIM, the name of one in the ID token is asked for', async () => {
  mockEndpoint('PUT /api/admin/organizations/{id}/group-roles', () =>
    failure('LIMIT_REACHED', 'An organization has at most 500 roles of groups.'),
  );
  const { user } = open(used, { ...noRoles, groups: [] });
  const form = within(await screen.findByRole('form', { name: 'Give a Role' }));
  await user.type(form.getByRole('textbox', { name: 'Name in the ID token' }), 'sales');
  await user.click(form.getByRole('combobox', { name: 'Workspace' }));
  await user.click(await screen.findByRole('option', { name: 'Field' }));
  await user.click(form.getByRole('button', { name: 'Give Role' }));
  expect((await form.findByRole('alert')).textContent).toContain('at most 500');
  await expectAccessible();
});

test('removing the role of a group is confirmed first', async () => {
  mockEndpoint('DELETE /api/admin/organizations/{id}/group-roles/{groupRoleId}', () => ({
    groupRoles: noRoles,
  }));
  const { user } = open(used, { ...noRoles, roles: [role] });
  await user.click(await screen.findByRole('button', { name: 'Remove Sales from Field' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove Role' });
  await user.click(within(dialog).getByRole('button', { name: 'Remove Role' }));
  expect(await screen.findByText('No group has a role yet.')).toBeDefined();
});

test('roles that cannot be loaded are tried again, and an organization without workspaces says so', async () => {
  const { user } = open(used);
  let isBroken = true;
  mockEndpoint('GET /api/admin/organizations/{id}/group-roles', () =>
    isBroken
      ? failure('UNAVAILABLE', 'Something went wrong')
      : { groupRoles: { ...noRoles, workspaces: [] } },
  );
  expect(await screen.findByText('The roles could not be loaded.')).toBeDefined();
  await expectAccessible();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText(/no workspace yet/)).toBeDefined();
});
