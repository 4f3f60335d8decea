import type { MailOutcome } from '@repo/contract/fields';
import type { Context } from '../../../platform/context.ts';
import type { NamedWorkspace } from '../members/manager.ts';
import { composeInvitationMail } from './compose-invitation-mail.ts';
import type { IssuedInvitation } from './issue-invitation.ts';

/** Sends the link of an invitation. A mail server's refusal leaves the invitation to be resent. */
export async function sendInvitationMail(
  { config, log, mailer }: Pick<Context, 'config' | 'log' | 'mailer'>,
  workspace: NamedWorkspace,
  { invitation, token }: IssuedInvitation,
): Promise<MailOutcome> {
  const { id, email, invitedBy: inviterName } = invitation;
  try {
    await mailer.send(composeInvitationMail(config, { email, token, inviterName, workspace }));
    return 'sent';
  } catch (error) {
    log.error({ err: error, invitationId: id }, 'the invitation could not be sent');
    return 'failed';
  }
}
