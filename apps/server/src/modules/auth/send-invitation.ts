import type { MailOutcome } from '@repo/contract/fields';
import { limits } from '@repo/contract/limits';
import type { Context } from '../../platform/context.ts';
import { composeInvitationMail } from './invitation-mail.ts';
import { issueResetToken, revokeSentToken } from './reset-token.ts';

export interface Invitation {
  user: { id: string; name: string; email: string };
  initiator: { id: string | null; name: string };
  workspaceName?: string | undefined;
}

/**
 * Sends somebody who has no password yet a link to choose one, in place of a pending one. The
 * person exists by then, so that a mail server's refusal is an answer and no error; nothing is left
 * pending.
 */
export async function sendInvitation(
  { config, db, log, mailer }: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  { user, initiator, workspaceName }: Invitation,
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
