import type { MailOutcome } from '@repo/contract/fields';
import type { Member } from '@repo/contract/workspaces';
import type { Context } from '../../../platform/context.ts';
import { sendInvitation } from '../../auth/send-invitation.ts';
import type { ManagedWorkspace, Manager } from './manager.ts';

interface NewMembership {
  member: Member;
  workspace: ManagedWorkspace;
}

/**
 * Tells somebody that they are a member now; whoever has no password yet gets the link to choose
 * one.
 */
export async function tellMember(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  initiator: Manager,
  { member, workspace }: NewMembership,
): Promise<MailOutcome> {
  const { userId: id, name, email, state } = member;
  const workspaceName = workspace.name;
  if (state === 'invited') {
    return sendInvitation(context, { user: { id, name, email }, initiator, workspaceName });
  }
  const { config, log, mailer } = context;
  const { organizationSlug, slug } = workspace;
  try {
    await mailer.send({
      to: email,
      subject: `You are now in the workspace ${workspaceName}`,
      text: [
        `Hello ${name},`,
        `${initiator.name} added you to the workspace ${workspaceName}:`,
        `${config.webUrl}/${organizationSlug}/${slug}/accounts`,
        'Nothing of yours is shared there until you share it.',
      ].join('\n\n'),
    });
    return 'sent';
  } catch (error) {
    log.error({ err: error, userId: id }, 'the mail about a membership could not be sent');
    return 'failed';
  }
}
