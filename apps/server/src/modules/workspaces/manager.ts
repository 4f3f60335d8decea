import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { type Actor, commandLine } from '#modules/audit/actor.ts';
import { findMembership } from '#modules/users/find-membership.ts';

/** The actor who changes a workspace's members: an administrator, or one of its owners. */
export interface Manager extends Actor {
  isAdmin: boolean;
}

export const commandLineManager: Manager = { ...commandLine, isAdmin: true };

/** A workspace as named in emails and the audit log. */
export interface NamedWorkspace {
  id: string;
  name: string;
  organizationName: string;
  organizationSlug: string;
  slug: string;
}

export interface ManagedWorkspace extends NamedWorkspace {
  organizationId: string;
  /** Whether the manager is not an owner, but an administrator or the command line. */
  actsAsAdministrator: boolean;
}

/**
 * Locks a workspace, so that only one transaction at a time changes its members and two owners cannot leave
 * it without one.
 *
 * @param subject the subject of the change, for the messages
 * @throws AppError `NOT_FOUND` for a user who cannot see it, `FORBIDDEN` for a member, `CONFLICT`
 *   while it is archived
 */
export async function lockManaged(
  tx: Connection,
  manager: Manager,
  workspaceId: string,
  subject = 'its members',
): Promise<ManagedWorkspace> {
  const found = await tx
    .selectFrom('workspaces')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .select([
      'workspaces.id',
      'workspaces.name',
      'workspaces.slug',
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'organizations.slug as organizationSlug',
      'workspaces.archived_at as archivedAt',
    ])
    .where('workspaces.id', '=', workspaceId)
    .forNoKeyUpdate('workspaces')
    .executeTakeFirst();
  if (found === undefined) throw notFound('Workspace');
  await requireManager(tx, manager, workspaceId, subject);
  const { archivedAt, ...workspace } = found;
  if (archivedAt !== null) {
    throw new AppError(
      'CONFLICT',
      `The workspace ${workspace.name} is archived. Unarchive it before changing ${subject}.`,
    );
  }
  const membership =
    manager.id === null ? undefined : await findMembership(tx, manager.id, workspaceId);
  return { ...workspace, actsAsAdministrator: membership?.role !== 'owner' };
}

/**
 * @throws AppError `NOT_FOUND` for a user who cannot see the workspace, `FORBIDDEN` for a member
 */
export async function requireManager(
  db: Connection,
  manager: Manager,
  workspaceId: string,
  subject = 'its members',
): Promise<void> {
  if (await canManage(db, manager, workspaceId)) return;
  throw new AppError('FORBIDDEN', `Only an owner of the workspace can change ${subject}`);
}

/** @throws AppError `NOT_FOUND` for a user who cannot see the workspace */
export async function canManage(
  db: Connection,
  { id, isAdmin }: Manager,
  workspaceId: string,
): Promise<boolean> {
  if (isAdmin) {
    await requireWorkspace(db, workspaceId);
    return true;
  }
  const membership = id === null ? undefined : await findMembership(db, id, workspaceId);
  if (membership === undefined) throw notFound('Workspace');
  return membership.role === 'owner';
}

async function requireWorkspace(db: Connection, workspaceId: string): Promise<void> {
  const { rows } = await sql`select from workspaces where id = ${workspaceId}`.execute(db);
  if (rows.length === 0) throw notFound('Workspace');
}

/** The name of a workspace in the audit log. */
export const scopeOf = ({
  organizationSlug,
  slug,
}: Pick<ManagedWorkspace, 'organizationSlug' | 'slug'>): string => `${organizationSlug}/${slug}`;
