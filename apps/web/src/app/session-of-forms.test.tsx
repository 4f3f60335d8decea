import type { EndpointName } from '@repo/contract/endpoints';
import type { ProviderId } from '@repo/contract/providers';
import type { Member } from '@repo/contract/workspaces';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { mockEndpoint, failure } from '#test/api.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleOrganization, sampleUser, sampleWorkspace } from '#test/samples.ts';

const admin = sampleUser({ isAdmin: true });
const person = sampleUser({ id: sampleId(), name: 'Ada Berg' });
const sales = sampleWorkspace('Sales', { role: 'owner' });
const made = { createdAt: person.createdAt };
const acme = { ...sampleOrganization('Acme'), ...made, workspaceCount: 0, memberCount: 0 };
const member: Member = {
  userId: person.id,
  name: person.name,
  email: person.email,
  role: 'member',
  state: 'active',
  isAdministrator: false,
  joinedAt: person.createdAt,
  sharedDomains: 0,
};
const availableProviders: ProviderId[] = ['fireflies'];
const refused = () => failure('UNAUTHENTICATED', 'Session expired');

const press = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const fill = async (user: UserEvent, label: RegExp, text: string) =>
  user.type(await screen.findByLabelText(label), text);

type Sent = { at: string; call: EndpointName; send: (user: UserEvent) => Promise<void> };

/** The forms that show beside their fields what came of sending them. */
const forms = {
  'inviting a user': {
    at: '/admin/users',
    call: 'POST /api/admin/users/invite',
    send: async (user) => {
      await press(user, 'Invite User');
      await fill(user, /^Name/, 'Ada');
      await fill(user, /^Email/, 'ada@acme.example{Enter}');
    },
  },
  'editing a user': {
    at: `/admin/users/${person.id}/edit`,
    call: 'PUT /api/admin/users/{id}',
    send: (user) => press(user, 'Save Changes'),
  },
  'a new organization': {
    at: '/admin/organizations',
    call: 'POST /api/admin/organizations',
    send: async (user) => {
      await press(user, 'New Organization');
      await fill(user, /^Name/, 'Acme{Enter}');
    },
  },
  'a new workspace': {
    at: '/admin/workspaces',
    call: 'POST /api/admin/workspaces',
    send: async (user) => {
      await press(user, 'New Workspace');
      await user.click(await screen.findByRole('radio', { name: /Acme/ }));
      await fill(user, /^Name/, 'Sales{Enter}');
    },
  },
  'resetting data': {
    at: '/admin/reset-user-data',
    call: 'DELETE /api/admin/reset/user-data',
    send: async (user) => {
      await fill(user, /^Email/, 'ada@acme.example{Enter}');
      const dialog = within(await screen.findByRole('alertdialog'));
      await user.click(dialog.getByRole('button', { name: 'Reset User Data' }));
    },
  },
  'inviting a member': {
    at: '/northwind/sales/members',
    call: 'POST /api/workspaces/{workspaceId}/members',
    send: async (user) => {
      await press(user, 'Invite Member');
      await fill(user, /^Email/, 'ada@acme.example{Enter}');
    },
  },
  'an API key': {
    at: '/integrations',
    call: 'POST /api/integrations/{provider}/callback',
    send: async (user) => {
      await press(user, 'Connect');
      await fill(user, /^API key/, 'key{Enter}');
    },
  },
} satisfies Record<string, Sent>;

const one = <Item,>(item: Item) => ({
  items: [item],
  pagination: { total: 1, totalPages: 1 },
});
const { workspaces: _none, ...listed } = person;

beforeEach(() => {
  mockEndpoint('GET /api/admin/users', () => one(listed));
  mockEndpoint('GET /api/admin/users/{id}', () => ({ user: person }));
  mockEndpoint('GET /api/admin/users/{id}/password-reset-status', () => ({
    hasPendingReset: false,
    resetToken: null,
  }));
  mockEndpoint('GET /api/admin/organizations', () => one(acme));
  mockEndpoint('GET /api/admin/workspaces', () => one({ ...sales, ...made, memberCount: 1 }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/members', () => ({
    ...one(member),
    canManage: true,
  }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/invitations', () => ({ items: [] }));
  mockEndpoint('GET /api/integrations', () => ({ integrations: [], availableProviders }));
});

describe.each(Object.entries(forms))('%s', (_, { at, call, send }) => {
  test('with a refused token leads to signing in, and back', async () => {
    const app = renderApp(at, { as: admin, workspaces: [sales] });
    mockEndpoint(call, () => {
      mockEndpoint('GET /api/auth/me', refused);
      return refused();
    });
    await send(app.user);
    await screen.findByRole('button', { name: 'Sign in' });
    expect(app.address()).toBe('/login');
    mockEndpoint('POST /api/auth/login', () => ({ token: 'fresh', user: admin }));
    mockEndpoint('GET /api/auth/me', () => ({ user: admin }));
    await app.user.type(screen.getByLabelText(/^Email/), admin.email);
    await app.user.type(screen.getByLabelText(/^Password/), 'secret{Enter}');
    await waitFor(() => expect(app.address()).toBe(at));
  });
});

test('a session that is still valid leaves it to the form to report the failure', async () => {
  const { at, call, send } = forms['inviting a user'];
  const app = renderApp(at, { as: admin, workspaces: [sales] });
  mockEndpoint(call, refused);
  await send(app.user);
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to invite user');
  expect(app.address()).toBe(at);
});
