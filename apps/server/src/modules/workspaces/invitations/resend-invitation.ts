import type { MailOutcome } from '@repo/contract/fields';
import type { Invitation } from '@repo/contract/invitations';
import type { Context } from '#platform/context.ts';
import { countInvitation } from '../members/count-invitation.ts';
import { lockManaged, type Manager } from '../manager.ts';
import { countInvitationMail } from './invitation-limits.ts';
import { renewInvitation } from './issue-invitation.ts';
import { findListed } from '../list-invitations.ts';
import { sendInvitationMail } from './send-invitation-mail.ts';

/**
 * Sends another link for an invitation, which replaces the earlier one.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`, `RATE_LIMITED`, or `CONFLICT` for one that was declined
 */
export async function resendInvitation(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  manager: Manager,
  given: { workspaceId: string; invitationId: string },
): Promise<{ invitation: Invitation; mail: MailOutcome }> {
  const { db } = context;
  const { workspaceId, invitationId } = given;
  await countInvitation(db, manager);
  const { email } = await db.transaction().execute(async (tx) => {
    await lockManaged(tx, manager, workspaceId);
    return findListed(tx, workspaceId, invitationId);
  });
  await countInvitationMail(db, manager, email);
  const { workspace, issued } = await db.transaction().execute(async (tx) => {
    const locked = await lockManaged(tx, manager, workspaceId);
    return { workspace: locked, issued: await renewInvitation(tx, given) };
  });
  const mail = await sendInvitationMail(context, workspace, issued);
  return { invitation: issued.invitation, mail };
}
