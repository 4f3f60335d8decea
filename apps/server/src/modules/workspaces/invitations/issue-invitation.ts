import type { Role } from '@repo/contract/fields';
import type { Invitation } from '@repo/contract/invitations';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError, limitReached } from '#platform/http/app-error.ts';
import { createToken, hashToken } from '#platform/secrets/token.ts';
import { recordChange } from '../../audit/record-change.ts';
import { type ManagedWorkspace, type Manager, scopeOf } from '../manager.ts';
import { requireMemberCapacity } from '../require-member-capacity.ts';
import { countIssued } from './invitation-limits.ts';
import { countListed, findListed } from '../list-invitations.ts';

/** An invitation with a new link. */
export interface IssuedInvitation {
  invitation: Invitation;
  token: string;
}

/**
 * Invites an address, replacing an invitation of it that expired or was declined. Does not look up
 * whether a user has the address. The caller has locked the workspace.
 *
 * @throws AppError `CONFLICT` for an address with a pending invitation, `LIMIT_REACHED` when the
 *   workspace has the maximum number of members or open invitations
 */
export async function issueInvitation(
  tx: Connection,
  manager: Manager,
  { workspace, email, role }: { workspace: ManagedWorkspace; email: string; role: Role },
): Promise<IssuedInvitation> {
  await endReplaced(tx, workspace.id, email);
  await requireMemberCapacity(tx, workspace.id);
  const listed = await countListed(tx, workspace.id);
  if (listed >= limits.invitationsPerWorkspace) {
    throw limitReached({
      message: `${workspace.name} has ${listed} open invitations, the most it can have. Withdraw one first.`,
      limit: limits.invitationsPerWorkspace,
      current: listed,
    });
  }
  await countIssued(tx, manager, workspace.id);
  const token = createToken();
  const inserted = await tx
    .insertInto('invitations')
    .values({
      workspace_id: workspace.id,
      email,
      role,
      token_hash: hashToken(token),
      inviter_name: manager.id === null ? 'An administrator' : manager.name,
      by_administrator: workspace.actsAsAdministrator,
      expires_at: inSomeDays,
    })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'email']).where('state', '=', 'pending').doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) {
    const message = `${email} is invited to ${workspace.name} already`;
    throw new AppError('CONFLICT', message, { details: [{ field: 'email', message }] });
  }
  await recordChange(tx, {
    actor: manager,
    action: 'member.invited',
    scope: scopeOf(workspace),
    after: { email, role },
  });
  return { invitation: await findListed(tx, workspace.id, inserted.id), token };
}

/**
 * Replaces the link of an invitation and extends its term.
 *
 * @throws AppError `NOT_FOUND`, or `CONFLICT` for one that was declined
 */
export async function renewInvitation(
  tx: Connection,
  { workspaceId, invitationId }: { workspaceId: string; invitationId: string },
): Promise<IssuedInvitation> {
  const { email, state } = await findListed(tx, workspaceId, invitationId);
  if (state === 'declined') throw new AppError('CONFLICT', `${email} declined the invitation`);
  const token = createToken();
  await tx
    .updateTable('invitations')
    .set({ token_hash: hashToken(token), created_at: sql`now()`, expires_at: inSomeDays })
    .where('id', '=', invitationId)
    .where('state', '=', 'pending')
    .execute();
  return { invitation: await findListed(tx, workspaceId, invitationId), token };
}

const inSomeDays = sql<Date>`now() + make_interval(days => ${sql.lit(limits.invitationDays)})`;

const endReplaced = (tx: Connection, workspaceId: string, email: string) =>
  tx
    .updateTable('invitations')
    .set({ state: 'withdrawn', ended_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .where(({ or, and, eb }) =>
      or([
        eb('state', '=', 'declined'),
        and([eb('state', '=', 'pending'), eb('expires_at', '<=', sql<Date>`now()`)]),
      ]),
    )
    .execute();
