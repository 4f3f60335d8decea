import type { MailOutcome } from '@repo/contract/fields';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import { countInvitationMail } from '../invitations/invitation-limits.ts';
import { countInvitation } from './count-invitation.ts';
import { findMember } from '../list-members.ts';
import { lockManaged, type Manager } from '../manager.ts';
import { notifyMember } from './notify-member.ts';

/**
 * Sends a member who has no password yet another link to choose one, in place of the earlier one.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`, `RATE_LIMITED`, or `CONFLICT` for a user who chose a
 *   password already or is inactive
 */
export async function resendPasswordLink(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  manager: Manager,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<{ mail: MailOutcome }> {
  await countInvitation(context.db, manager);
  const found = await context.db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(tx, manager, workspaceId);
    return { workspace, member: await findMember(tx, workspaceId, userId) };
  });
  const { name, state } = found.member;
  if (state === 'active') throw new AppError('CONFLICT', `${name} has accepted the invitation`);
  if (state === 'inactive') throw new AppError('CONFLICT', `The account of ${name} is not active`);
  await countInvitationMail(context.db, manager, found.member.email);
  return { mail: await notifyMember(context, manager, { ...found, replacesLink: true }) };
}
