import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { findMembership } from '#modules/users/find-membership.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';

export interface ExportableWorkspace {
  id: string;
  name: string;
  slug: string;
  organizationSlug: string;
}

/**
 * Finds the workspace that a user downloads. Administrators see no accounts of a workspace that they are not a member
 * of, so they cannot download it either.
 *
 * @throws AppError `NOT_FOUND` for a user who is not a member, `FORBIDDEN` for one who is no owner
 */
export async function requireExportable(
  db: Connection,
  userId: string,
  workspaceId: string,
): Promise<ExportableWorkspace> {
  const membership = await findMembership(db, userId, workspaceId);
  if (membership === undefined) throw notFound('Workspace');
  if (membership.role !== 'owner') {
    throw new AppError('FORBIDDEN', 'Only an owner of the workspace can download it');
  }
  return db
    .selectFrom('workspaces')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select([
      'workspaces.id',
      'workspaces.name',
      'workspaces.slug',
      'organizations.slug as organizationSlug',
    ])
    .where('workspaces.id', '=', workspaceId)
    .executeTakeFirstOrThrow();
}

export const recordWorkspaceExport = (
  db: Connection,
  actor: Actor,
  { slug, organizationSlug }: ExportableWorkspace,
): Promise<void> =>
  recordChange(db, {
    actor: { id: actor.id, name: actor.name },
    action: 'workspace.exported',
    scope: `${organizationSlug}/${slug}`,
  });
