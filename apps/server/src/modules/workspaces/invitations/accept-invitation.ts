import { endFormerMembership } from '../../users/end-former-membership.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { recordChange } from '../../audit/record-change.ts';
import { scopeOf } from '../manager.ts';
import { notifyOwnersOfMember } from '../members/notify-owners.ts';
import { refreshColleague } from '../../relationships/change-contacts.ts';
import { requireMemberCapacity } from '../require-member-capacity.ts';
import {
  lockPending,
  type PendingInvitation,
  requireLink,
  type UsedLink,
} from './open-invitation.ts';

interface Invitee {
  id: string;
  name: string;
  email: string;
}

/**
 * Makes the signed-in user a member of the workspace that they were invited to.
 *
 * @throws AppError `NOT_FOUND`, `RATE_LIMITED`, `FORBIDDEN` for a user with another email,
 *   `CONFLICT` for an invitation that ended or expired, or `LIMIT_REACHED` for a full workspace
 */
export async function acceptInvitation(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  person: Invitee,
  link: UsedLink,
): Promise<void> {
  const { db } = context;
  await requireLink(db, link);
  const invitation = await db.transaction().execute(async (tx) => {
    const pending = await lockPending(tx, link.token);
    if (pending.email !== person.email) {
      throw new AppError('FORBIDDEN', 'The invitation is for another email address');
    }
    await joinByInvitation(tx, person, pending);
    return pending;
  });
  await announceJoined(context, person, invitation);
}

/** Accepts an invitation. A user who became a member in the meantime keeps their role. */
export async function joinByInvitation(
  tx: Connection,
  person: Invitee,
  { id, role, inviterName, workspace }: PendingInvitation,
): Promise<void> {
  const isMember = await tx
    .selectFrom('memberships')
    .select('role')
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', person.id)
    .executeTakeFirst();
  if (isMember === undefined) await requireMemberCapacity(tx, workspace.id);
  await tx
    .updateTable('invitations')
    .set({ state: 'accepted', ended_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('memberships')
    .values({ workspace_id: workspace.id, user_id: person.id, role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return;
  await endFormerMembership(tx, { workspaceId: workspace.id, userId: person.id });
  await refreshColleague(tx, { workspaceId: workspace.id, userId: person.id });
  await recordChange(tx, {
    actor: person,
    action: 'member.added',
    person,
    scope: scopeOf(workspace),
    after: { role, invitedBy: inviterName },
  });
}

/** Notifies the owners about a new member whom none of them invited. */
export async function announceJoined(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  person: Invitee,
  { byAdministrator, inviterName, role, workspace }: PendingInvitation,
): Promise<void> {
  if (!byAdministrator) return;
  const actor = { id: null, name: inviterName };
  await notifyOwnersOfMember(context, {
    workspace,
    member: { ...person, role },
    actor,
    change: 'joined',
  });
}
