import { inviteMember } from '#modules/workspaces/invite-member.ts';
import { commandLineManager } from '#modules/workspaces/manager.ts';
import { listInvitations } from '#modules/workspaces/list-invitations.ts';
import { withdrawInvitation as withdraw } from '#modules/workspaces/withdraw-invitation.ts';
import { removeMember as removeFrom } from '#modules/workspaces/remove-member.ts';
import type { Command, Outcome } from '../command.ts';
import { AppError } from '#platform/http/app-error.ts';
import { normalEmail } from '#modules/users/email-address.ts';
import { findUserByEmail, findWorkspaceId } from '../find-named.ts';
import {
  emailOption,
  mailNote,
  readRole,
  requiredWorkspaceOption,
  roleOption,
} from '../options.ts';

export const addMember: Command = {
  name: 'add-member',
  summary: 'Adds an existing user to a workspace',
  options: [emailOption, requiredWorkspaceOption, roleOption],
  sendsMail: true,
  run: async (context, given) => {
    const role = readRole(given);
    const workspaceId = await findWorkspaceId(context.db, given.text('workspace'));
    const { email } = await findUserByEmail(context.db, given.text('email'));
    const wanted = { workspaceId, email, role };
    const { member, mail } = await inviteMember(context, commandLineManager, wanted);
    const text = `${email} is ${role} of ${given.text('workspace')} now. ${mailNote(mail, given)}`;
    return { data: { member, mail }, text };
  },
  onServer: async (server, given) => {
    const role = readRole(given);
    const workspaceId = await server.findWorkspaceId(given.text('workspace'));
    const { email } = await server.findUser(given.text('email'));
    const { member, mail } = await server.call('POST /api/workspaces/{workspaceId}/members', {
      params: { workspaceId },
      body: { email, role },
    });
    const text = `${email} is ${role} of ${given.text('workspace')} now. ${mailNote(mail, given)}`;
    return { data: { member, mail }, text };
  },
};

export const removeMember: Command = {
  name: 'remove-member',
  summary: 'Removes a user from a workspace, with what they shared there',
  options: [emailOption, requiredWorkspaceOption],
  run: async ({ db }, given) => {
    const workspaceId = await findWorkspaceId(db, given.text('workspace'));
    const { id: userId, email } = await findUserByEmail(db, given.text('email'));
    const member = { workspaceId, userId };
    // To the end: no client waits, and no server may run that would do the rest.
    const { sharesEnded } = await removeFrom(db, commandLineManager, member, Infinity);
    return removed(email, sharesEnded);
  },
  onServer: async (server, given) => {
    const workspaceId = await server.findWorkspaceId(given.text('workspace'));
    const { id: userId, email } = await server.findMember(workspaceId, given.text('email'));
    const { sharesEnded } = await server.call(
      'DELETE /api/workspaces/{workspaceId}/members/{userId}',
      { params: { workspaceId, userId } },
    );
    return removed(email, sharesEnded);
  },
};

const removed = (email: string, sharesEnded: number): Outcome => ({
  data: { email, sharesEnded },
  text: `Removed ${email}. Domains that are no longer shared there: ${sharesEnded}.`,
});

export const withdrawInvitation: Command = {
  name: 'withdraw-invitation',
  summary: 'Withdraws the invitation of an e-mail address to a workspace',
  options: [emailOption, requiredWorkspaceOption],
  run: async ({ db }, given) => {
    const address = given.text('workspace');
    const email = normalEmail(given.text('email'));
    const workspaceId = await findWorkspaceId(db, address);
    const open = await listInvitations(db, commandLineManager, workspaceId);
    const invitationId = findInvitation(open, { email, address });
    await withdraw(db, commandLineManager, { workspaceId, invitationId });
    return withdrawn(email, address);
  },
  onServer: async (server, given) => {
    const address = given.text('workspace');
    const email = normalEmail(given.text('email'));
    const workspaceId = await server.findWorkspaceId(address);
    const { items } = await server.call('GET /api/workspaces/{workspaceId}/invitations', {
      params: { workspaceId },
    });
    const invitationId = findInvitation(items, { email, address });
    await server.call('DELETE /api/workspaces/{workspaceId}/invitations/{invitationId}', {
      params: { workspaceId, invitationId },
    });
    return withdrawn(email, address);
  },
};

/** @throws AppError `NOT_FOUND` */
function findInvitation(
  open: readonly { id: string; email: string }[],
  { email, address }: { email: string; address: string },
): string {
  const found = open.find((one) => one.email === email);
  if (found === undefined) throw new AppError('NOT_FOUND', `${email} is not invited to ${address}`);
  return found.id;
}

const withdrawn = (email: string, address: string): Outcome => ({
  data: { email },
  text: `Withdrew the invitation of ${email} to ${address}.`,
});
