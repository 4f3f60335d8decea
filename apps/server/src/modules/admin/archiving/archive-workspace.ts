import type { AdminWorkspace } from '@repo/contract/admin';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { findAdminWorkspace } from '../list-all-workspaces.ts';

/**
 * Archives a workspace, or unarchives it. Its members do not see it while it is archived; their shares with
 * it stay up to date, so that nothing is missing afterwards (docs/decisions/archiving.md). A request that
 * changes nothing is not recorded.
 *
 * @throws AppError `NOT_FOUND`, or `CONFLICT` for unarchiving in an archived organization
 */
export function archiveWorkspace(
  db: Database,
  actor: Actor,
  { id, archived }: { id: string; archived: boolean },
): Promise<AdminWorkspace> {
  return db.transaction().execute(async (tx) => {
    // Its lock waits for `archiveOrganization`, and is taken first as there.
    const organization = await tx
      .selectFrom('organizations')
      .select(['name', 'slug', 'archived_at as archivedAt'])
      .where(
        'id',
        '=',
        tx.selectFrom('workspaces').select('organization_id').where('workspaces.id', '=', id),
      )
      .forKeyShare()
      .executeTakeFirst();
    if (organization === undefined) throw notFound('Workspace');
    const workspace = await tx
      .selectFrom('workspaces')
      .select(['slug', 'archived_at as archivedAt'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (!archived && organization.archivedAt !== null) {
      throw new AppError(
        'CONFLICT',
        `The organization ${organization.name} is archived. Unarchive it first.`,
      );
    }
    if (archived !== (workspace.archivedAt !== null)) {
      await tx
        .updateTable('workspaces')
        .set({
          archived_at: archived ? sql<Date>`now()` : null,
          archived_with_organization: false,
        })
        .where('id', '=', id)
        .execute();
      await recordChange(tx, {
        actor,
        action: archived ? 'workspace.archived' : 'workspace.unarchived',
        scope: `${organization.slug}/${workspace.slug}`,
      });
    }
    return findAdminWorkspace(tx, id);
  });
}
