import type { AdminWorkspace } from '@repo/contract/admin';
import { nameProblem } from '@repo/contract/name';
import { workspaceSlugProblem } from '@repo/contract/slug';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { explainWorkspaceFailure } from '#modules/workspaces/create-workspace.ts';
import { findAdminWorkspace } from '../list-all-workspaces.ts';

interface Change {
  id: string;
  name?: string | undefined;
  slug?: string | undefined;
}

/**
 * Changes the name of a workspace, and its slug only when one is given, so that links stay valid.
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, or `CONFLICT` when the slug is taken
 */
export function changeWorkspace(
  db: Database,
  actor: Actor,
  { id, ...given }: Change,
): Promise<AdminWorkspace> {
  return db.transaction().execute(async (tx) => {
    const before = await lockWorkspace(tx, id);
    const name = given.name?.trim() ?? before.name;
    const slug = given.slug?.trim() ?? before.slug;
    requireValid({
      name: given.name === undefined ? undefined : nameProblem(name),
      slug: given.slug === undefined ? undefined : workspaceSlugProblem(slug),
    });
    if (name !== before.name || slug !== before.slug) {
      try {
        await tx.updateTable('workspaces').set({ name, slug }).where('id', '=', id).execute();
      } catch (cause) {
        throw explainWorkspaceFailure(cause, slug);
      }
      await recordChange(tx, {
        actor,
        action: 'workspace.changed',
        scope: `${before.organizationSlug}/${slug}`,
        before: { name: before.name, slug: before.slug },
        after: { name, slug },
      });
    }
    return findAdminWorkspace(tx, id);
  });
}

async function lockWorkspace(tx: Connection, id: string) {
  const found = await tx
    .selectFrom('workspaces')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .select(['workspaces.name', 'workspaces.slug', 'organizations.slug as organizationSlug'])
    .where('workspaces.id', '=', id)
    .forNoKeyUpdate('workspaces')
    .executeTakeFirst();
  if (found === undefined) throw notFound('Workspace');
  return found;
}
