import type { Invitation } from '@repo/contract/invitations';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { canManage, type Manager } from './manager.ts';

/**
 * The invitations of a workspace that are pending, expired or declined, newest first.
 *
 * @throws AppError `NOT_FOUND`, or `FORBIDDEN` for a member
 */
export async function listInvitations(
  db: Database,
  manager: Manager,
  workspaceId: string,
): Promise<Invitation[]> {
  if (!(await canManage(db, manager, workspaceId))) {
    throw new AppError('FORBIDDEN', 'Only an owner of the workspace can see its invitations');
  }
  const rows = await listed(db, workspaceId)
    .select(fields)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    // The limit of what can be open at once.
    .limit(limits.invitationsPerWorkspace)
    .execute();
  return rows.map(toInvitation);
}

/** @throws AppError `NOT_FOUND` for one that ended, or that belongs to another workspace */
export async function findListed(
  db: Connection,
  workspaceId: string,
  invitationId: string,
): Promise<Invitation> {
  const row = await listed(db, workspaceId)
    .select(fields)
    .where('id', '=', invitationId)
    .executeTakeFirst();
  if (row === undefined) throw notFound('Invitation');
  return toInvitation(row);
}

export async function countListed(db: Connection, workspaceId: string): Promise<number> {
  const { count } = await listed(db, workspaceId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const listed = (db: Connection, workspaceId: string) =>
  db
    .selectFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', ['pending', 'declined']);

const fields = [
  'id',
  'email',
  'role',
  sql<Invitation['state']>`case when state = 'pending' and expires_at <= now() then 'expired'
    else state end`.as('state'),
  'inviter_name as invitedBy',
  'created_at as invitedAt',
  'expires_at as expiresAt',
] as const;

type Row = Omit<Invitation, 'invitedAt' | 'expiresAt'> & { invitedAt: Date; expiresAt: Date };

const toInvitation = ({ invitedAt, expiresAt, ...row }: Row): Invitation => ({
  ...row,
  invitedAt: invitedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
