import type { MailOutcome, Role } from '@repo/contract/fields';
import { inviteUser } from '#modules/admin/invite-user.ts';
import { commandLine } from '#modules/audit/actor.ts';
import { inviteMember } from '#modules/workspaces/invite-member.ts';
import { commandLineManager } from '#modules/workspaces/manager.ts';
import { type Command, type Given, option, type Outcome, UsageError } from '../command.ts';
import { findWorkspaceId } from '../find-named.ts';
import { emailOption, mailNote, readRole, roleOption, workspaceOption } from '../options.ts';

export const invite: Command = {
  name: 'invite',
  summary: 'Invites a person by e-mail, to a workspace if one is named',
  options: [
    emailOption,
    option('--name <name>', 'Name of the new user; not with --workspace, where they enter it'),
    workspaceOption,
    roleOption,
    option('--admin', 'Makes them an administrator; not with --workspace'),
  ],
  sendsMail: true,
  run: async (context, given) => {
    const address = given.optional('workspace');
    if (address === undefined) {
      const { user, mail } = await inviteUser(context, commandLine, readNewUser(given));
      return invitedUser(given, user, mail);
    }
    const role = readNewMember(given);
    const workspaceId = await findWorkspaceId(context.db, address);
    const wanted = { workspaceId, email: given.text('email'), role };
    const invited = await inviteMember(context, commandLineManager, wanted);
    return invitedMember(given, { ...invited, role, address });
  },
  onServer: async ({ call, findWorkspaceId: find }, given) => {
    const address = given.optional('workspace');
    if (address === undefined) {
      const body = readNewUser(given);
      const { user, mail } = await call('POST /api/admin/users/invite', { body });
      return invitedUser(given, user, mail);
    }
    const role = readNewMember(given);
    const invited = await call('POST /api/workspaces/{workspaceId}/members', {
      params: { workspaceId: await find(address) },
      body: { email: given.text('email'), role },
    });
    return invitedMember(given, { ...invited, role, address });
  },
};

/** @throws UsageError */
function readNewUser(given: Given) {
  if (given.optional('role') !== undefined) throw new UsageError('--role needs --workspace');
  const name = given.optional('name');
  if (name === undefined) throw new UsageError('invite needs --name NAME or --workspace');
  return { email: given.text('email'), name, isAdmin: given.flag('admin') };
}

/** @throws UsageError */
function readNewMember(given: Given): Role {
  if (given.flag('admin')) throw new UsageError('--admin does not go with --workspace');
  return readRole(given);
}

const invitedUser = (given: Given, user: { email: string }, mail: MailOutcome): Outcome => ({
  data: { user, mail },
  text: `Invited ${user.email}. ${mailNote(mail, given)}`,
});

interface InvitedMember {
  member: { email: string } | null;
  invitation: { email: string } | null;
  mail: MailOutcome;
  role: Role;
  address: string;
}

function invitedMember(
  given: Given,
  { member, invitation, mail, role, address }: InvitedMember,
): Outcome {
  const done =
    member === null
      ? `Invited ${invitation?.email} as ${role} of ${address}.`
      : `${member.email} is ${role} of ${address} now.`;
  return { data: { member, invitation, mail }, text: `${done} ${mailNote(mail, given)}` };
}
