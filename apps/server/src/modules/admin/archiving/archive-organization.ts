import type { AdminOrganization } from '@repo/contract/admin';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { findAdminOrganization } from '../list-organizations.ts';

/**
 * Archives an organization together with its workspaces, or unarchives it together with the workspaces
 * archived with it: a workspace that was archived before stays archived. A request that changes nothing is
 * not recorded.
 *
 * @throws AppError `NOT_FOUND`
 */
export function archiveOrganization(
  db: Database,
  actor: Actor,
  { id, archived }: { id: string; archived: boolean },
): Promise<AdminOrganization> {
  return db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('organizations')
      .select(['slug', 'archived_at as archivedAt'])
      .where('id', '=', id)
      // Waits for workspaces that are being created in it, which hold a lock on its key.
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) throw notFound('Organization');
    if (archived !== (found.archivedAt !== null)) {
      await tx
        .updateTable('organizations')
        .set({ archived_at: archived ? sql<Date>`now()` : null })
        .where('id', '=', id)
        .execute();
      const workspaces = await archiveWorkspacesOf(tx, id, archived);
      await recordChange(tx, {
        actor,
        action: archived ? 'organization.archived' : 'organization.unarchived',
        scope: found.slug,
        after: { workspaces },
      });
    }
    return findAdminOrganization(tx, id);
  });
}

/** @returns how many workspaces were archived or unarchived. */
async function archiveWorkspacesOf(
  tx: Connection,
  organizationId: string,
  archived: boolean,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('workspaces')
    .set({
      archived_at: archived ? sql<Date>`now()` : null,
      archived_with_organization: archived,
    })
    .where('organization_id', '=', organizationId)
    .where('archived_at', archived ? 'is' : 'is not', null)
    .$if(!archived, (query) => query.where('archived_with_organization', '=', true))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
