import { inviteMember } from '../../modules/workspaces/members/invite-member.ts';
import { commandLineManager } from '../../modules/workspaces/members/manager.ts';
import { removeMember as removeFrom } from '../../modules/workspaces/members/remove-member.ts';
import type { Command, Option } from '../command.ts';
import { findUserByEmail, findWorkspaceId } from '../find-named.ts';
import { mailed } from '../mailed.ts';
import { emailOption, readRole, roleOption, workspaceOption } from '../options.ts';

const workspace: Option = { ...workspaceOption, required: true };

export const addMember: Command = {
  name: 'add-member',
  summary: 'Makes a person who has an account a member of a workspace',
  options: { email: emailOption, workspace, role: roleOption },
  sendsMail: true,
  run: async (context, given) => {
    const role = readRole(given);
    const workspaceId = await findWorkspaceId(context.db, given.text('workspace'));
    const { email } = await findUserByEmail(context.db, given.text('email'));
    const wanted = { workspaceId, email, role };
    const { member, mail } = await inviteMember(context, commandLineManager, wanted);
    const text = `${email} is ${role} of ${given.text('workspace')} now. ${mailed(mail, given)}`;
    return { data: { member, mail }, text };
  },
};

export const removeMember: Command = {
  name: 'remove-member',
  summary: 'Removes a person from a workspace, and what they shared with it',
  options: { email: emailOption, workspace },
  run: async ({ db }, given) => {
    const workspaceId = await findWorkspaceId(db, given.text('workspace'));
    const { id: userId, email } = await findUserByEmail(db, given.text('email'));
    const { sharesEnded } = await removeFrom(db, commandLineManager, { workspaceId, userId });
    return {
      data: { email, sharesEnded },
      text: `Removed ${email}. Domains that are no longer shared there: ${sharesEnded}.`,
    };
  },
};
