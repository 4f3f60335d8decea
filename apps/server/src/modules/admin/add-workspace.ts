import type { AdminWorkspace } from '@repo/contract/admin';
import type { Database } from '#platform/database/create-database.ts';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { createWorkspace, type NewWorkspace } from '../workspaces/create-workspace.ts';
import { findAdminWorkspace } from './list-all-workspaces.ts';

/**
 * Creates a workspace without members and records that in the audit log.
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, or `CONFLICT` when the organization has a
 *   workspace of that slug
 */
export function addWorkspace(
  db: Database,
  actor: Actor,
  given: NewWorkspace,
): Promise<AdminWorkspace> {
  return db.transaction().execute(async (tx) => {
    const { id } = await createWorkspace(tx, given);
    const workspace = await findAdminWorkspace(tx, id);
    const { name, slug, organization } = workspace;
    await recordChange(tx, {
      actor,
      action: 'workspace.created',
      scope: `${organization.slug}/${slug}`,
      after: { name, slug },
    });
    return workspace;
  });
}
