import type { DeletionPlan } from '@repo/contract/deletions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import {
  noFactors,
  sampleId,
  sampleNotificationSettings,
  sampleUser,
  sampleWorkspace,
} from '#test/samples.ts';

const ann = sampleUser({ name: 'Ann Own', email: 'ann@acme.example' });
const sales = sampleWorkspace('Sales', { role: 'owner' });
const inSales = {
  workspace: { id: sampleId(), name: 'Sales' },
  domains: 2,
  accounts: 2,
  onlyTheirs: 1,
  onlyTheirsNames: ['Acme'],
  activities: 7,
  contacts: 3,
  ownedAccounts: 0,
  isLastOwner: false,
};
const whole: DeletionPlan = {
  workspaces: [inSales],
  workspaceCount: 1,
  deletesAccount: true,
  privateActivities: 4,
  connections: 2,
  isLastAdministrator: false,
};
let plan: DeletionPlan;

beforeEach(() => {
  plan = whole;
  mockEndpoint('GET /api/auth/sessions', () => ({ items: [] }));
  mockEndpoint('GET /api/auth/factors', noFactors);
  mockEndpoint('GET /api/auth/notifications', () => sampleNotificationSettings());
  mockEndpoint('GET /api/auth/deletion', () => ({ plan }));
});

async function openOwn() {
  const { user } = renderApp('/import-preferences/settings', { as: ann, workspaces: [sales] });
  await user.click(await screen.findByRole('button', { name: 'Delete Account...' }));
  return { user, dialog: within(await screen.findByRole('dialog')) };
}

test('counts what goes before it goes, and sends the typed email and the password', async () => {
  let sent: unknown;
  mockEndpoint('POST /api/auth/logout', () => ({}));
  mockEndpoint('POST /api/auth/deletion', ({ body }) => {
    sent = body;
    return { deletesAccount: true, endsAt: null };
  });
  const { user, dialog } = await openOwn();
  const lines = await dialog.findAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'You are signed out everywhere. API keys stop working, and 2 connections end.',
    'Sales: 7 activities removed from 2 accounts at once. 1 account left without any.',
    '4 activities that only you see: deleted after 30 days.',
    'Your name and address are deleted after 30 days.',
    'For 30 days you can come back by the link in the email that you get.',
  ]);
  await expectAccessible();
  await user.click(dialog.getByRole('checkbox', { name: /^Delete everything now/ }));
  expect(dialog.getByText('You cannot come back.')).toBeDefined();
  const submit = dialog.getByRole('button', { name: 'Delete My Account' });
  await user.click(submit);
  expect(dialog.getByText('Current password is required')).toBeDefined();
  expect(sent).toBeUndefined();
  await user.type(dialog.getByLabelText(/^Type ann@acme.example to confirm/), 'Ann@acme.example');
  await user.type(dialog.getByLabelText(/^Current password/), 'a password');
  await user.click(submit);
  expect(await screen.findByText('Your account is deleted')).toBeDefined();
  expect(sent).toEqual({
    email: 'Ann@acme.example',
    currentPassword: 'a password',
    isImmediate: true,
  });
  expect(localStorage.getItem('auth_token')).toBeNull();
});

test.each([
  [
    { ...whole, workspaces: [{ ...inSales, isLastOwner: true }] },
    'You are the only owner of Sales. Make another member an owner first.',
  ],
  [
    { ...whole, isLastAdministrator: true },
    'You are the only administrator of this server. Make someone else an administrator first.',
  ],
])('says what has to be done first', async (given, message) => {
  plan = given;
  const { dialog } = await openOwn();
  expect(await dialog.findByText(message)).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Delete My Account' })).toHaveProperty(
    'disabled',
    true,
  );
});

test('a wrong password is shown beside its field', async () => {
  mockEndpoint('POST /api/auth/deletion', () =>
    failure('VALIDATION_FAILED', 'The current password is not correct', [
      { field: 'currentPassword', message: 'The current password is not correct' },
    ]),
  );
  const { user, dialog } = await openOwn();
  await user.type(await dialog.findByLabelText(/^Type ann/), ann.email);
  await user.type(dialog.getByLabelText(/^Current password/), 'wrong');
  await user.click(dialog.getByRole('button', { name: 'Delete My Account' }));
  expect(await dialog.findByText('The current password is not correct')).toBeDefined();
});

test('counts that cannot be loaded are loaded again', async () => {
  mockEndpoint('GET /api/auth/deletion', () => failure('FORBIDDEN', 'Not now'));
  const { user, dialog } = await openOwn();
  expect(await dialog.findByText('Failed to count what is deleted')).toBeDefined();
  mockEndpoint('GET /api/auth/deletion', () => ({ plan }));
  await user.click(dialog.getByRole('button', { name: 'Try Again' }));
  expect(await dialog.findByText(/^Sales: 7 activities/)).toBeDefined();
});

test('an owner deletes a member, who keeps the account', async () => {
  let sent: unknown;
  const mats = {
    userId: sampleId(),
    name: 'Mats Member',
    email: 'mats@northwind.example',
    role: 'member' as const,
    state: 'active' as const,
    isAdministrator: false,
    joinedAt: '2026-01-05T09:00:00.000Z',
    sharedDomains: 2,
  };
  mockEndpoint('GET /api/workspaces/{workspaceId}/members', () => ({
    items: [mats],
    pagination: { total: 1, totalPages: 1 },
    canManage: true,
  }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/invitations', () => ({ items: [] }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/hand-overs', () => ({ items: [] }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/members/{userId}/deletion', () => ({
    plan: { ...whole, deletesAccount: false, privateActivities: null, connections: null },
  }));
  mockEndpoint(
    'POST /api/workspaces/{workspaceId}/members/{userId}/deletion',
    ({ body, params }) => {
      sent = { body, params };
      return { deletesAccount: false, endsAt: '2026-12-29T00:00:00.000Z' };
    },
  );
  const { user } = renderApp('/northwind/sales/members', { as: ann, workspaces: [sales] });
  await user.click(await screen.findByRole('button', { name: 'Actions for Mats Member' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Mats Member' }));
  expect(await dialog.findByText(/^They keep their account/)).toBeDefined();
  expect(dialog.queryByLabelText(/^Current password/)).toBeNull();
  await user.type(dialog.getByLabelText(/^Type mats/), mats.email);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Mats Member is deleted')).toBeDefined();
  expect(sent).toEqual({
    body: { email: mats.email },
    params: { workspaceId: sales.id, userId: mats.userId },
  });
});

describe('an administrator', () => {
  const mats = sampleUser({ name: 'Mats Member', email: 'mats@northwind.example' });
  const admin = sampleUser({ name: 'Ada Admin', email: 'ada@acme.example', isAdmin: true });
  async function openUser(shown = mats) {
    mockEndpoint('GET /api/admin/users/{id}', () => ({ user: shown }));
    mockEndpoint('GET /api/admin/users/{id}/hand-over', () => ({
      handOver: null,
      plan: { workspaces: [], workspaceCount: 0, privateActivities: 0, successors: [] },
    }));
    mockEndpoint('GET /api/admin/users/{id}/deletion', () => ({ plan }));
    const { user } = renderApp(`/admin/users/${shown.id}/edit`, { as: admin, workspaces: [] });
    return { user, button: await screen.findByRole('button', { name: 'Delete...' }) };
  }

  test('deletes a user by their typed email, without a password', async () => {
    let sent: unknown;
    mockEndpoint('POST /api/admin/users/{id}/deletion', ({ body, params }) => {
      sent = { body, params };
      return { deletesAccount: true, endsAt: '2026-12-29T00:00:00.000Z' };
    });
    const { user, button } = await openUser();
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Mats Member' }));
    expect(
      await dialog.findByText(
        'For 30 days an administrator can bring Mats Member back. They get an email about it.',
      ),
    ).toBeDefined();
    expect(dialog.queryByLabelText(/^Current password/)).toBeNull();
    expect(dialog.queryByRole('checkbox')).toBeNull();
    const email = dialog.getByLabelText(/^Type mats/);
    await waitFor(() => expect(document.activeElement).toBe(email));
    await user.keyboard('{Enter}');
    expect(sent).toBeUndefined();
    await user.type(email, `${mats.email}{Enter}`);
    expect(await screen.findByText('Mats Member is deleted')).toBeDefined();
    expect(sent).toEqual({ body: { email: mats.email }, params: { id: mats.id } });
  });

  test.each(['deletion', 'hand-over'])('proves again who they are before a %s', async (what) => {
    let [isProven, done] = [false, 0];
    const unlessProven = () => {
      if (!isProven) return failure('FRESH_PROOF_REQUIRED', 'Confirm that it is you.');
      done += 1;
      return undefined;
    };
    mockEndpoint(
      'POST /api/admin/users/{id}/deletion',
      () => unlessProven() ?? { deletesAccount: true, endsAt: '2026-12-29T00:00:00.000Z' },
    );
    mockEndpoint(
      'POST /api/admin/users/{id}/hand-over',
      () =>
        unlessProven() ?? {
          handOver: {
            user: { id: mats.id, name: mats.name, email: mats.email },
            workspaceId: null,
            choice: 'keep' as const,
            successor: null,
            begunBy: admin.name,
            begunAt: '2026-11-29T00:00:00.000Z',
            endsAt: '2026-12-29T00:00:00.000Z',
            state: 'leaving' as const,
          },
        },
    );
    mockEndpoint('POST /api/auth/proof', () => {
      isProven = true;
      return {};
    });
    const { user, button } = await openUser();
    if (what === 'deletion') {
      await user.click(button);
      await user.type(await screen.findByLabelText(/^Type mats/), `${mats.email}{Enter}`);
    } else {
      await user.click(screen.getByRole('button', { name: 'Hand Over...' }));
      const dialog = within(await screen.findByRole('dialog'));
      await user.click(await dialog.findByRole('button', { name: 'Continue' }));
      await user.click(await dialog.findByRole('button', { name: 'Hand Over' }));
    }
    const proof = within(await screen.findByRole('alertdialog'));
    await user.type(await proof.findByLabelText('Password'), 'mine{Enter}');
    await screen.findByText(/^Mats Member is (?:deleted|handed over)$/);
    expect(done).toBe(1);
  });

  test('reads what goes on where something is still being removed', async () => {
    const goesOn = 'Mats Member is leaving. What they shared is still being removed.';
    mockEndpoint('POST /api/admin/users/{id}/deletion', () =>
      failure('CONFLICT', goesOn, { continues: true }),
    );
    const { user, button } = await openUser();
    await user.click(button);
    await user.type(await screen.findByLabelText(/^Type mats/), `${mats.email}{Enter}`);
    expect(await screen.findByText(goesOn)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('deletes themselves in Settings', async () => {
    const { button } = await openUser(admin);
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });
});
