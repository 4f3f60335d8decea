import type { Context } from '#platform/context.ts';
import { findUser } from '../../users/find-user.ts';
import { mailSecurityChange } from '../../users/mail-security-change.ts';
import { findRequiring } from './requirement.ts';

export interface BreakGlassUsed {
  /** The administrator who gets the email. */
  userId: string;
  /** The one who signed in. */
  holderId: string;
}

export async function sendBreakGlassUsed(
  context: Context,
  { userId, holderId }: BreakGlassUsed,
): Promise<void> {
  const holder = await findUser(context.db, holderId);
  const organizations = await findRequiring(context.db, holderId);
  if (holder === undefined || organizations.length === 0) return;
  const names = organizations.map(({ name }) => name).join(', ');
  await mailSecurityChange(context, userId, ({ product }) => ({
    subject: `Someone signed in to ${product || 'your server '}past single sign-on`,
    happened: [
      `Single sign-on is required in ${names}. ${holder.name} (${holder.email}) signed in without it, as the administrator who can do so if it does not work.`,
    ],
    otherwise: 'If you did not expect this, ask them, and look at the audit log:',
    paths: ['/admin/audit'],
  }));
}
