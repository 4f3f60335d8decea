import { nameProblem } from '@repo/contract/name';
import { organizationSlugProblem } from '@repo/contract/slug';
import type { Connection } from '#platform/database/create-database.ts';
import { constraintViolation } from '#platform/database/constraint-violation.ts';
import { AppError } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';

export interface Organization {
  id: string;
  name: string;
  slug: string;
}

/** @throws AppError `VALIDATION_FAILED`, or `CONFLICT` when the slug is taken */
export async function createOrganization(
  db: Connection,
  given: { name: string; slug: string },
): Promise<Organization> {
  const [name, slug] = [given.name.trim(), given.slug.trim()];
  requireValid({ name: nameProblem(name), slug: organizationSlugProblem(slug) });
  try {
    return await db
      .insertInto('organizations')
      .values({ name, slug })
      .returning(['id', 'name', 'slug'])
      .executeTakeFirstOrThrow();
  } catch (cause) {
    throw explainTakenSlug(cause, slug);
  }
}

/**
 * Converts a unique violation of an organization's slug into a CONFLICT; returns other errors as
 * they are.
 */
export function explainTakenSlug(cause: unknown, slug: string): unknown {
  if (constraintViolation(cause)?.kind !== 'unique') return cause;
  const message = `An organization with the slug ${slug} already exists`;
  return new AppError('CONFLICT', message, { cause, details: [{ field: 'slug', message }] });
}
