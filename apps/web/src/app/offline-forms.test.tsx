import type { EndpointName } from '@repo/contract/endpoints';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { account, beWide, maya, PAGE, sales as ofAccount } from '#test/account-samples.ts';
import { brokenConnection, failure, mockEndpoint } from '#test/api.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser } from '#test/samples.ts';

vi.setConfig({ testTimeout: 60_000 });

const admin = sampleUser({ isAdmin: true });
const sales = { ...ofAccount, role: 'owner' as const };
const workspace = '/northwind/sales';
const settings = '/import-preferences/settings';
const singleSignOn = {
  organization: { id: sampleId(), name: 'Acme', slug: 'acme' },
  redirectAddress: 'https://here.example/api/auth/sso/1/callback',
  logoutAddress: 'https://here.example/api/auth/sso/1/logout',
  afterSignOutAddress: 'https://here.example/login',
  signInAddress: 'https://here.example/login?company=acme',
  connection: null,
  domains: [],
};

type FormCase = {
  page: string;
  /** It is opened without a session. */
  isPublic?: true;
  /** The buttons that lead from the page to the form. */
  open?: readonly RegExp[];
  /** The labels of its fields, and what is typed into them. */
  fields: Readonly<Record<string, string>>;
  /** Boxes to check. */
  boxes?: readonly RegExp[];
  submit: RegExp;
  endpoint: EndpointName;
};

/** By the file of the form. */
const FORMS: Readonly<Record<string, FormCase>> = {
  'features/own-settings/profile-card': {
    page: settings,
    fields: { Name: 'Ann Other' },
    submit: /^Save Name/,
    endpoint: 'PUT /api/auth/me',
  },
  'features/own-settings/password-card': {
    page: settings,
    fields: {
      'Current password': 'the-old-one',
      'New password': 'the-new-one-2',
      'Confirm new password': 'the-new-one-2',
    },
    submit: /^Change Password/,
    endpoint: 'POST /api/auth/change-password',
  },
  'features/api-keys/create-key-form': {
    page: `${settings}/api-keys`,
    open: [/^Create API Key/],
    fields: { Name: 'Weekly report', 'Current password': 'the-old-one' },
    boxes: [/^accounts:read/],
    submit: /^Create Key/,
    endpoint: 'POST /api/auth/api-keys',
  },
  'features/tags/tags-page': {
    page: `${workspace}/tags`,
    fields: { 'New tag': 'Renewal' },
    submit: /^Create/,
    endpoint: 'POST /api/workspaces/{workspaceId}/tags',
  },
  'features/webhooks/webhook-form': {
    page: `${workspace}/settings/webhooks`,
    open: [/^Create Webhook/],
    fields: { Name: 'CRM', Address: 'https://crm.example/hook' },
    boxes: [/account\.created$/],
    submit: /^Create Webhook/,
    endpoint: 'POST /api/workspaces/{workspaceId}/webhooks',
  },
  'features/members/invite-member-dialog': {
    page: `${workspace}/members`,
    open: [/^Invite Member/],
    fields: { Email: 'new@northwind.example' },
    submit: /^Send Invitation/,
    endpoint: 'POST /api/workspaces/{workspaceId}/members',
  },
  'features/account-changes/rename-account-dialog': {
    page: PAGE,
    open: [/^Actions for/, /^Rename/],
    fields: { 'Account Name': 'Acme and Sons' },
    submit: /^Rename/,
    endpoint: 'PATCH /api/accounts/{accountId}',
  },
  'features/account-changes/add-domain-dialog': {
    page: PAGE,
    open: [/^Add domain/],
    fields: { Domain: 'acme.co.uk' },
    submit: /^Add Domain/,
    endpoint: 'POST /api/accounts/{accountId}/domains',
  },
  'features/account-changes/legal-hold-dialog': {
    page: PAGE,
    open: [/^Actions for/, /^Legal Hold/],
    fields: { Reason: 'A dispute about an invoice' },
    submit: /^Place Hold/,
    endpoint: 'PUT /api/workspaces/{workspaceId}/accounts/{accountId}/hold',
  },
  'features/admin/single-sign-on/connection-card': {
    page: '/admin/organizations/1/single-sign-on',
    fields: {
      Issuer: 'https://login.acme.example',
      'Client ID': 'the-client',
      'Client secret': 'the-secret',
    },
    submit: /^Save Connection/,
    endpoint: 'PUT /api/admin/organizations/{id}/sso',
  },
  'features/admin/single-sign-on/domains-card': {
    page: '/admin/organizations/1/single-sign-on',
    fields: { Domain: 'acme.example' },
    submit: /^Add Domain/,
    endpoint: 'POST /api/admin/organizations/{id}/sso/domains',
  },
  'features/admin/organizations/new-organization-dialog': {
    page: '/admin/organizations',
    open: [/^New Organization/],
    fields: { Name: 'Acme' },
    submit: /^Create Organization/,
    endpoint: 'POST /api/admin/organizations',
  },
  'features/admin/users/invite-user-dialog': {
    page: '/admin/users',
    open: [/^Invite User/],
    fields: { Name: 'Ann Other', Email: 'ann@acme.example' },
    submit: /^Send Invitation/,
    endpoint: 'POST /api/admin/users/invite',
  },
  'features/auth/request-reset-form': {
    page: '/request-password-reset',
    isPublic: true,
    fields: { Email: 'ann@acme.example' },
    submit: /^Continue/,
    endpoint: 'POST /api/auth/request-password-reset',
  },
  'features/auth/sign-in-form': {
    page: '/login',
    isPublic: true,
    fields: { Email: 'ann@acme.example', Password: 'the-old-one' },
    submit: /^Sign in$/,
    endpoint: 'POST /api/auth/login',
  },
  'features/auth/new-password-form': {
    page: '/reset-password?token=of-the-link',
    isPublic: true,
    fields: { 'New password': 'the-new-one-2', 'Confirm new password': 'the-new-one-2' },
    submit: /^Set new password/,
    endpoint: 'POST /api/auth/reset-password',
  },
};

beforeEach(() => {
  localStorage.clear();
  beWide(true);
  mockEndpoint('GET /api/auth/api-keys', () => ({ items: [] }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/tags', () => ({ tags: [] }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/webhooks', () => ({ items: [] }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/members', () => ({
    items: [],
    pagination: { total: 0, totalPages: 0 },
    canManage: true,
  }));
  mockEndpoint('GET /api/accounts/{accountId}', () => ({ workspaceAccount: account }));
  mockEndpoint('GET /api/accounts/{accountId}/timeline', () => ({ activities: [] }));
  mockEndpoint('GET /api/admin/organizations/{id}/sso', () => ({ singleSignOn }));
  mockEndpoint('POST /api/auth/reset-password/check', () => ({ isUsable: true }));
});
afterEach(() => vi.restoreAllMocks());

const exactly = (label: string) => new RegExp(`^${label}( *•)?$`);

async function openForm(user: UserEvent, { open = [], fields, boxes = [] }: FormCase) {
  for (const name of open) {
    const [button] = await screen.findAllByRole(
      /^(Rename|Legal Hold)/.test(name.source.slice(1)) ? 'menuitem' : 'button',
      { name },
    );
    if (button !== undefined) await user.click(button);
  }
  for (const [label, text] of Object.entries(fields)) {
    const field = await screen.findByLabelText(exactly(label));
    await user.clear(field);
    await user.paste(text);
  }
  for (const name of boxes) await user.click(screen.getByRole('checkbox', { name }));
}

/** Forms with a state of their own in place of `useForm`, which keeps what is typed when sending fails. */
const OWN_STATE = [
  'features/account-changes/merging/merge-accounts-dialog',
  'features/account-import/view/columns-step',
  'features/admin/provisioning/group-role-form',
  'features/auth/code-step',
  'features/auth/register-form',
  'features/integrations/details/find-message-panel',
  'features/integrations/server-login/server-login-form',
  'features/share-companies/share-dialog',
  'features/today/remind-button',
  'features/workspaces/share-levels-card',
  'lib/retention/retention-form',
  'lib/sharing/protected-list',
];

test('every form uses the shared one, is tried here, or is known to have fields of its own', () => {
  const sources = import.meta.glob<string>(['../{features,lib,app}/**/*.tsx', '!**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const own = Object.entries(sources)
    .filter(([, source]) => /<(form|DialogForm)\b/.test(source) && !source.includes('useForm('))
    .map(([file]) => file.replace('../', '').replace('.tsx', ''));
  expect(own.toSorted()).toEqual(OWN_STATE);
});

describe.each(Object.entries(FORMS))('%s', (_, form) => {
  test('keeps what was typed while offline, says so, and is sent once the connection is back', async () => {
    const bodies: unknown[] = [];
    mockEndpoint(form.endpoint, ({ body }) => {
      bodies.push(body);
      return bodies.length === 1
        ? brokenConnection()
        : failure('FORBIDDEN', 'The server has answered.');
    });
    const { user } = renderApp(
      form.page,
      form.isPublic
        ? {}
        : { as: form.page.startsWith('/admin') ? admin : maya, workspaces: [sales] },
    );
    await openForm(user, form);
    const submit = () =>
      user.click(screen.getAllByRole('button', { name: form.submit }).at(-1) as HTMLElement);
    await submit();
    const [message] = await screen.findAllByText(/network error/i);
    expect(message?.closest('[role="alert"], [role="status"], output')).not.toBeNull();
    for (const [label, text] of Object.entries(form.fields)) {
      expect(screen.getByLabelText<HTMLInputElement>(exactly(label)).value).toBe(text);
    }
    await submit();
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]).toEqual(bodies[0]);
    expect((await screen.findAllByText('The server has answered.')).length).toBeGreaterThan(0);
  });
});
