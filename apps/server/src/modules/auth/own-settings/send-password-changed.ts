import type { Context } from '#platform/context.ts';
import { mailSecurityChange } from '../../users/mail-security-change.ts';

export interface ChangedPassword {
  userId: string;
}

export const sendPasswordChanged = (context: Context, { userId }: ChangedPassword): Promise<void> =>
  mailSecurityChange(context, userId, ({ product, email }) => ({
    subject: `Your ${product}password was changed`,
    happened: [
      `The password of your ${product}account (${email}) was changed. Every other device was signed out.`,
    ],
    otherwise: 'If it was not you, choose a new password at once:',
    paths: ['/request-password-reset'],
  }));
