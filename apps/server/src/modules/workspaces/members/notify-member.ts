import type { MailOutcome } from '@repo/contract/fields';
import type { Member } from '@repo/contract/workspaces';
import type { Context } from '#platform/context.ts';
import { hasSentLink } from '#modules/auth/reset-token.ts';
import { sendSetPasswordLink } from '../../auth/send-set-password-link.ts';
import type { ManagedWorkspace, Manager } from '../manager.ts';

interface NewMembership {
  member: Member;
  workspace: ManagedWorkspace;
  /** Sends a user without a password a new link even if an earlier one can still be used. */
  replacesLink?: boolean;
}

/**
 * Notifies a user that they are a member now. A user who has no password yet gets a link to choose
 * one, unless they have one that is still valid: it may be the only one they have seen.
 */
export async function notifyMember(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  initiator: Manager,
  { member, workspace, replacesLink = false }: NewMembership,
): Promise<MailOutcome> {
  const { userId: id, name, email, state } = member;
  const workspaceName = workspace.name;
  const { config, db, log, mailer } = context;
  const isInvited = state === 'invited';
  if (isInvited && (replacesLink || !(await hasSentLink(db, id)))) {
    return sendSetPasswordLink(context, { user: { id, name, email }, initiator, workspaceName });
  }
  const { organizationSlug, slug } = workspace;
  try {
    await mailer.send({
      to: email,
      subject: `You are now in the workspace ${workspaceName}`,
      text: [
        `Hello ${name},`,
        `${initiator.name} added you to the workspace ${workspaceName}:`,
        `${config.webUrl}/${organizationSlug}/${slug}/accounts`,
        ...(isInvited
          ? [
              'First choose your password with the link that you received earlier. If you no longer have it, request a new one:',
              `${config.webUrl}/request-password-reset`,
            ]
          : []),
        'Nothing of yours is shared there until you share it.',
      ].join('\n\n'),
    });
    return 'sent';
  } catch (error) {
    log.error({ err: error, userId: id }, 'the mail about a membership could not be sent');
    return 'failed';
  }
}
