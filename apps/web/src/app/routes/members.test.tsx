import type { Invitation } from '@repo/contract/invitations';
import type { Member } from '@repo/contract/workspaces';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, failure } from '#test/api.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

const owner = sampleUser({ name: 'Olga Owner' });
const sales = sampleWorkspace('Sales', { role: 'owner' });
const at = '/northwind/sales/members';

const sampleMember = (parts: Partial<Member> = {}): Member => ({
  userId: sampleId(),
  name: 'Mats Member',
  email: 'mats@northwind.example',
  role: 'member',
  state: 'active',
  isAdministrator: false,
  joinedAt: '2026-01-05T09:00:00.000Z',
  sharedDomains: 0,
  ...parts,
});

const sampleInvitation = (parts: Partial<Invitation> = {}): Invitation => ({
  id: sampleId(),
  email: 'nina@acme.example',
  role: 'member',
  state: 'pending',
  invitedBy: 'Olga Owner',
  invitedAt: '2026-01-05T09:00:00.000Z',
  expiresAt: '2026-01-12T09:00:00.000Z',
  ...parts,
});

function showMembers(members: Member[], canManage = true): void {
  mockEndpoint('GET /api/workspaces/{workspaceId}/members', () => ({
    items: members,
    pagination: { total: members.length, totalPages: 1 },
    canManage,
  }));
}
const showInvitations = (items: Invitation[]) =>
  mockEndpoint('GET /api/workspaces/{workspaceId}/invitations', () => ({ items }));

beforeEach(() => {
  showMembers([sampleMember()]);
  showInvitations([]);
});

const open = () => renderApp(at, { as: owner, workspaces: [sales] });
const invitations = () => screen.findByRole('table', { name: 'Invitations to Sales' });
const rowOf = async (email: string) =>
  within(await invitations())
    .getByText(email)
    .closest('tr') as HTMLElement;

test('an invitation is listed with the typed address, the role and Invited', async () => {
  showInvitations([
    sampleInvitation({ role: 'owner' }),
    sampleInvitation({ email: 'late@acme.example', state: 'expired' }),
    sampleInvitation({ email: 'no@acme.example', state: 'declined' }),
  ]);
  open();
  expect((await rowOf('nina@acme.example')).textContent).toMatch(
    /^nina@acme\.example.*OwnerInvited/,
  );
  expect((await rowOf('late@acme.example')).textContent).toContain('Expired');
  expect((await rowOf('no@acme.example')).textContent).toContain('Declined');
});

test('a member who may not change them sees no invitations, and requests none', async () => {
  let asked = false;
  mockEndpoint('GET /api/workspaces/{workspaceId}/invitations', () => {
    asked = true;
    return failure('FORBIDDEN', 'Only an owner of the workspace can see its invitations');
  });
  showMembers([sampleMember()], false);
  open();
  await screen.findByText('Mats Member');
  expect(asked).toBe(false);
  expect(screen.queryByRole('heading', { name: 'Invitations' })).toBeNull();
});

test('inviting shows the invitation', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Invite Member' }));
  const invitation = sampleInvitation();
  let sent: unknown;
  mockEndpoint('POST /api/workspaces/{workspaceId}/members', ({ body }) => {
    sent = body;
    showInvitations([invitation]);
    return { member: null, invitation, mail: 'sent' as const };
  });
  await user.type(await screen.findByLabelText(/^Email/), 'nina@acme.example{Enter}');
  await screen.findByText('Invitation sent to nina@acme.example');
  expect(sent).toEqual({ email: 'nina@acme.example', role: 'member' });
  await rowOf('nina@acme.example');
});

test('is sent again and withdrawn; one that was declined is only removed', async () => {
  showInvitations([
    sampleInvitation(),
    sampleInvitation({ email: 'no@acme.example', state: 'declined' }),
  ]);
  const { user } = open();
  let resent = 0;
  mockEndpoint('POST /api/workspaces/{workspaceId}/invitations/{invitationId}/resend', () => {
    resent += 1;
    return { invitation: sampleInvitation(), mail: 'sent' as const };
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for nina@acme.example' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send Invitation Again' }));
  await screen.findByText('Invitation sent to nina@acme.example');
  expect(resent).toBe(1);

  mockEndpoint('DELETE /api/workspaces/{workspaceId}/invitations/{invitationId}', () => {
    showInvitations([sampleInvitation({ email: 'no@acme.example', state: 'declined' })]);
    return {};
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for nina@acme.example' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Withdraw Invitation' }));
  await screen.findByText('The invitation of nina@acme.example was withdrawn');
  await waitFor(() => expect(screen.queryByText('nina@acme.example')).toBeNull());

  await user.click(await screen.findByRole('button', { name: 'Actions for no@acme.example' }));
  await screen.findByRole('menuitem', { name: 'Remove from List' });
  expect(screen.queryByRole('menuitem', { name: 'Send Invitation Again' })).toBeNull();
});

test('of many invitations the first are shown, and the others on request', async () => {
  showInvitations(
    Array.from({ length: 7 }, (_, index) => sampleInvitation({ email: `p${index}@acme.example` })),
  );
  const { user } = open();
  expect(within(await invitations()).getAllByRole('row')).toHaveLength(6);
  await user.click(screen.getByRole('button', { name: 'Show All 7 Invitations' }));
  expect(within(await invitations()).getAllByRole('row')).toHaveLength(8);
  expect(screen.queryByRole('button', { name: /^Show All/ })).toBeNull();
});

test('invitations that fail to load can be retried', async () => {
  mockEndpoint('GET /api/workspaces/{workspaceId}/invitations', () =>
    failure('RATE_LIMITED', 'Too many requests'),
  );
  const { user } = open();
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to fetch invitations: Too many requests',
  );
  showInvitations([sampleInvitation()]);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await rowOf('nina@acme.example');
});

test('administrators are marked', async () => {
  showMembers([sampleMember(), sampleMember({ name: 'Ada Admin', isAdministrator: true })]);
  open();
  const row = (await screen.findByText('Ada Admin')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Administrator')).toBeTruthy();
  expect(screen.getAllByText('Administrator')).toHaveLength(1);
});
