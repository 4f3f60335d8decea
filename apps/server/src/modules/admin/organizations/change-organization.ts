import type { AdminOrganization } from '@repo/contract/admin';
import { nameProblem } from '@repo/contract/name';
import { organizationSlugProblem } from '@repo/contract/slug';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { explainTakenSlug } from '#modules/organizations/create-organization.ts';
import { findAdminOrganization } from '../list-organizations.ts';

interface Change {
  id: string;
  name?: string | undefined;
  slug?: string | undefined;
}

/**
 * Changes the name of an organization, and its slug only when one is given, so that links stay
 * valid.
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, or `CONFLICT` when the slug is taken
 */
export function changeOrganization(
  db: Database,
  actor: Actor,
  { id, ...given }: Change,
): Promise<AdminOrganization> {
  return db.transaction().execute(async (tx) => {
    const before = await lockOrganization(tx, id);
    const name = given.name?.trim() ?? before.name;
    const slug = given.slug?.trim() ?? before.slug;
    requireValid({
      name: given.name === undefined ? undefined : nameProblem(name),
      slug: given.slug === undefined ? undefined : organizationSlugProblem(slug),
    });
    if (name !== before.name || slug !== before.slug) {
      try {
        await tx.updateTable('organizations').set({ name, slug }).where('id', '=', id).execute();
      } catch (cause) {
        throw explainTakenSlug(cause, slug);
      }
      await recordChange(tx, {
        actor,
        action: 'organization.changed',
        scope: slug,
        before: { name: before.name, slug: before.slug },
        after: { name, slug },
      });
    }
    return findAdminOrganization(tx, id);
  });
}

async function lockOrganization(tx: Connection, id: string) {
  const found = await tx
    .selectFrom('organizations')
    .select(['name', 'slug'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found === undefined) throw notFound('Organization');
  return found;
}
