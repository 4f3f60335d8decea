import { plural } from '@repo/domain/text/plural';
import type { Config } from '#src/config.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import { resetLink } from '../reset-link.ts';

export interface ResetMail {
  name: string;
  email: string;
  token: string;
  /** The administrator who sends the link; undefined when the user requested it. */
  initiatorName?: string | undefined;
  /** Hours for which the link is valid. */
  hours: number;
}

/** The email that contains a reset link. */
export function composeResetMail(config: Config, mail: ResetMail): OutgoingMail {
  const { name, email, token, initiatorName, hours } = mail;
  const { productName } = config;
  const account = productName ? `your ${productName} account` : 'your account';
  const reason = initiatorName
    ? `${initiatorName} sent you this link to choose a new password for ${account} (${email}).`
    : `Someone, probably you, asked for a new password for ${account} (${email}).`;
  const otherwise = initiatorName
    ? 'Until then, your present password stays as it is.'
    : 'If it was not you, there is nothing to do: your password stays as it is.';
  return {
    to: email,
    subject: productName ? `Choose a new ${productName} password` : 'Choose a new password',
    text: [
      `Hello ${name},`,
      reason,
      'Open this page to choose it:',
      resetLink(config, token),
      `The link works once, for ${hours === 1 ? 'one hour' : plural(hours, 'hour')}. Choosing a new password signs you out everywhere.`,
      otherwise,
    ].join('\n\n'),
  };
}
