import type { Config } from '#src/config.ts';
import type { Context } from '#platform/context.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';

export interface ChangedPassword {
  userId: string;
}

/**
 * Notifies an active user that their password was changed, so that they notice if it was not them.
 * Rejects when the email could not be handed over.
 */
export async function sendPasswordChanged(
  { config, db, log, mailer }: Context,
  { userId }: ChangedPassword,
): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (user === undefined) return;
  try {
    await mailer.send(composePasswordChangedMail(config, user));
  } catch (error) {
    log.error({ err: error, userId }, 'the mail about a new password could not be sent');
    throw error;
  }
}

function composePasswordChangedMail(
  { productName, webUrl }: Config,
  { name, email }: { name: string; email: string },
): OutgoingMail {
  const account = productName ? `your ${productName} account` : 'your account';
  return {
    to: email,
    subject: productName ? `Your ${productName} password was changed` : 'Your password was changed',
    text: [
      `Hello ${name},`,
      `The password of ${account} (${email}) was changed. Every other device was signed out.`,
      'If it was not you, choose a new password at once:',
      `${webUrl}/request-password-reset`,
      'If it was you, there is nothing to do.',
    ].join('\n\n'),
  };
}
