import { plural } from '@repo/domain/text/plural';
import type { MailOutcome } from '@repo/contract/fields';
import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import { issueResetToken, revokeSentToken } from './reset-token.ts';
import type { Config } from '../../config.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import { resetLink } from './reset-link.ts';

export interface SetPasswordLink {
  user: { id: string; name: string; email: string };
  initiator: { id: string | null; name: string };
  workspaceName?: string | undefined;
}

/**
 * Sends someone who has no password yet a link to choose one, which replaces a pending one. The
 * user already exists, so a refusal by the mail server is returned instead of thrown; no link is
 * left pending then.
 */
export async function sendSetPasswordLink(
  { config, db, log, mailer }: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  { user, initiator, workspaceName }: SetPasswordLink,
): Promise<MailOutcome> {
  const hours = limits.sentLinkHours;
  const token = await issueResetToken(db, {
    kind: 'sent',
    userId: user.id,
    initiatorId: initiator.id,
    hours,
  });
  const initiatorName = initiator.id === null ? undefined : initiator.name;
  const { name, email } = user;
  try {
    await mailer.send(
      composeInvitationMail(config, { name, email, token, initiatorName, workspaceName, hours }),
    );
    return 'sent';
  } catch (error) {
    log.error({ err: error, userId: user.id }, 'the invitation could not be sent');
    await revokeSentToken(db, token);
    return 'failed';
  }
}

interface InvitationMail {
  name: string;
  email: string;
  token: string;
  /** The user who invites; undefined for the command line. */
  initiatorName?: string | undefined;
  /** The workspace that they are invited to, if any. */
  workspaceName?: string | undefined;
  /** Hours for which the link is valid. */
  hours: number;
}

/** The email that invites someone to choose their first password. */
function composeInvitationMail(config: Config, mail: InvitationMail): OutgoingMail {
  const { name, email, token, initiatorName = 'An administrator', workspaceName, hours } = mail;
  const { productName, webUrl } = config;
  const invitedTo = [workspaceName && `the workspace ${workspaceName}`, productName]
    .filter(Boolean)
    .join(' in ');
  return {
    to: email,
    subject: invitedTo ? `Your invitation to ${invitedTo}` : 'Your invitation',
    text: [
      `Hello ${name},`,
      invitedTo
        ? `${initiatorName} invites you to ${invitedTo}.`
        : `${initiatorName} made an account for you.`,
      'Open this page to choose your password:',
      resetLink(config, token),
      `The link works once, for ${plural(hours, 'hour')}. After that, ask for a new one with this e-mail address (${email}):`,
      `${webUrl}/request-password-reset`,
      'If you did not expect this, there is nothing to do.',
    ].join('\n\n'),
  };
}
