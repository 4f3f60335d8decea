import { plural } from '@repo/domain/text/plural';
import type { Config } from '#src/config.ts';
import type { Context } from '#platform/context.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

export interface FactorChange {
  userId: string;
  change: keyof typeof sentences;
}

const sentences = {
  'app-added': 'An authenticator app was added to',
  'app-removed': 'The authenticator app was removed from',
  'recovery-codes-made': 'New recovery codes were made for',
  'recovery-code-used': 'A recovery code was used for',
  reset: 'An administrator removed all second factors of',
} as const;

/**
 * Notifies an active user of a change of their second factors, so that they notice if it was not them. Rejects when
 * the email could not be handed over.
 */
export async function sendFactorChange(
  { config, db, log, mailer }: Context,
  { userId, change }: FactorChange,
): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (user === undefined) return;
  const left = await countRecoveryCodes(db, userId);
  try {
    await mailer.send(composeMail(config, { ...user, change, left }));
  } catch (error) {
    log.error({ err: error, userId }, 'the mail about a second factor could not be sent');
    throw error;
  }
}

interface Described {
  name: string;
  email: string;
  change: keyof typeof sentences;
  /** Recovery codes that are left. */
  left: number;
}

function composeMail(
  { productName, webUrl }: Config,
  { name, email, change, left }: Described,
): OutgoingMail {
  const account = productName ? `your ${productName} account` : 'your account';
  return {
    to: email,
    subject: productName
      ? `The sign-in of your ${productName} account changed`
      : 'The sign-in of your account changed',
    text: [
      `Hello ${name},`,
      `${sentences[change]} ${account} (${email}).`,
      ...(change === 'recovery-code-used'
        ? [`${plural(left, 'recovery code is', 'recovery codes are')} left.`]
        : []),
      'If it was not you, choose a new password at once, and look at your second factors:',
      `${webUrl}/request-password-reset\n${webUrl}/import-preferences/settings`,
      'If it was you, there is nothing to do.',
    ].join('\n\n'),
  };
}
