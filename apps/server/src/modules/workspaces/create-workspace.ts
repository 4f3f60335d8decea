import { nameProblem } from '@repo/contract/name';
import { workspaceSlugProblem } from '@repo/contract/slug';
import type { Connection } from '#platform/database/create-database.ts';
import { constraintViolation } from '#platform/database/constraint-violation.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';

export interface NewWorkspace {
  organizationId: string;
  name: string;
  slug: string;
}

export interface CreatedWorkspace {
  id: string;
  name: string;
  slug: string;
}

/**
 * Creates a workspace without members.
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, or `CONFLICT` when the organization is archived
 *   or already has a workspace with that slug
 */
export async function createWorkspace(
  db: Connection,
  { organizationId, ...given }: NewWorkspace,
): Promise<CreatedWorkspace> {
  const [name, slug] = [given.name.trim(), given.slug.trim()];
  requireValid({ name: nameProblem(name), slug: workspaceSlugProblem(slug) });
  await requireInUse(db, organizationId);
  try {
    return await db
      .insertInto('workspaces')
      .values({ organization_id: organizationId, name, slug })
      .returning(['id', 'name', 'slug'])
      .executeTakeFirstOrThrow();
  } catch (cause) {
    throw explainWorkspaceFailure(cause, slug);
  }
}

/** Locks an organization, so that it is not archived while a workspace is created in it. */
async function requireInUse(db: Connection, organizationId: string): Promise<void> {
  const organization = await db
    .selectFrom('organizations')
    .select(['name', 'archived_at as archivedAt'])
    .where('id', '=', organizationId)
    .forKeyShare()
    .executeTakeFirst();
  if (organization === undefined) throw notFound('Organization');
  if (organization.archivedAt !== null) {
    const message = `The organization ${organization.name} is archived. Unarchive it first.`;
    throw new AppError('CONFLICT', message);
  }
}

/** Converts constraint violations of a workspace into errors with messages for users. */
export function explainWorkspaceFailure(cause: unknown, slug: string): unknown {
  switch (constraintViolation(cause)?.kind) {
    case 'unique': {
      const message = `The organization has a workspace with the slug ${slug} already`;
      return new AppError('CONFLICT', message, { cause, details: [{ field: 'slug', message }] });
    }
    case 'foreign key':
      return notFound('Organization');
    default:
      return cause;
  }
}
