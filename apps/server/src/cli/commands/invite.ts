import { inviteUser } from '#modules/admin/invite-user.ts';
import { commandLine } from '#modules/audit/actor.ts';
import { inviteMember } from '#modules/workspaces/invite-member.ts';
import { commandLineManager } from '#modules/workspaces/manager.ts';
import {
  type CliContext,
  type Command,
  type Given,
  option,
  type Outcome,
  UsageError,
} from '../command.ts';
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
    return address === undefined ? inviteAlone(context, given) : inviteTo(context, given, address);
  },
};

async function inviteAlone(context: CliContext, given: Given): Promise<Outcome> {
  if (given.optional('role') !== undefined) throw new UsageError('--role needs --workspace');
  const name = given.optional('name');
  if (name === undefined) throw new UsageError('invite needs --name NAME or --workspace');
  const wanted = {
    email: given.text('email'),
    name,
    isAdmin: given.flag('admin'),
  };
  const { user, mail } = await inviteUser(context, commandLine, wanted);
  return { data: { user, mail }, text: `Invited ${user.email}. ${mailNote(mail, given)}` };
}

async function inviteTo(context: CliContext, given: Given, address: string): Promise<Outcome> {
  if (given.flag('admin')) throw new UsageError('--admin does not go with --workspace');
  const role = readRole(given);
  const workspaceId = await findWorkspaceId(context.db, address);
  const wanted = { workspaceId, email: given.text('email'), role };
  const { member, invitation, mail } = await inviteMember(context, commandLineManager, wanted);
  const done =
    member === null
      ? `Invited ${invitation?.email} as ${role} of ${address}.`
      : `${member.email} is ${role} of ${address} now.`;
  return { data: { member, invitation, mail }, text: `${done} ${mailNote(mail, given)}` };
}
