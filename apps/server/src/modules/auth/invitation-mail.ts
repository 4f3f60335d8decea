import type { Config } from '../../config.ts';
import type { OutgoingMail } from '../../platform/mail/mailer.ts';
import { resetLink } from './reset-link.ts';

export interface InvitationMail {
  name: string;
  email: string;
  token: string;
  /** Who invites; undefined for the command line. */
  initiatorName?: string | undefined;
  /** What they are invited to, if not to the product alone. */
  workspaceName?: string | undefined;
  /** How long the link works. */
  hours: number;
}

/** The mail that invites somebody to choose their first password. */
export function composeInvitationMail(config: Config, mail: InvitationMail): OutgoingMail {
  const { name, email, token, initiatorName = 'An administrator', workspaceName, hours } = mail;
  const { productName, webUrl } = config;
  const place = [workspaceName && `the workspace ${workspaceName}`, productName]
    .filter(Boolean)
    .join(' in ');
  return {
    to: email,
    subject: place ? `Your invitation to ${place}` : 'Your invitation',
    text: [
      `Hello ${name},`,
      place
        ? `${initiatorName} invites you to ${place}.`
        : `${initiatorName} made an account for you.`,
      'Open this page to choose your password:',
      resetLink(config, token),
      `The link works once, for ${hours} hours. After that, ask for a new one with this e-mail address (${email}):`,
      `${webUrl}/request-password-reset`,
      'If you did not expect this, there is nothing to do.',
    ].join('\n\n'),
  };
}
