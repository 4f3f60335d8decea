import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { normalEmail } from '#modules/users/email-address.ts';
import { UsageError } from './command.ts';

/** Errors of commands that name something which does not exist. */
export const notThere = {
  user: (email: string) => new AppError('NOT_FOUND', `There is no user with the email ${email}`),
  member: (email: string) =>
    new AppError('NOT_FOUND', `There is no member with the email ${email}`),
  organization: (slug: string) =>
    new AppError('NOT_FOUND', `There is no organization with the slug ${slug}`),
  workspace: (address: string) => new AppError('NOT_FOUND', `There is no workspace ${address}`),
};

/**
 * Reads `organization/workspace`, both as slugs.
 *
 * @throws UsageError
 */
export function readWorkspaceAddress(address: string): { organization: string; slug: string } {
  const [organization, slug, more] = address.split('/');
  if (!organization || !slug || more !== undefined) {
    throw new UsageError(`"${address}" names no workspace: write ORGANIZATION/WORKSPACE, as slugs`);
  }
  return { organization, slug };
}

export async function findUserByEmail(
  db: Connection,
  typed: string,
): Promise<{ id: string; name: string; email: string }> {
  const email = normalEmail(typed);
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (user === undefined) throw notThere.user(email);
  return user;
}

export async function findOrganizationId(db: Connection, slug: string): Promise<string> {
  const organization = await db
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (organization === undefined) throw notThere.organization(slug);
  return organization.id;
}

/** @param address `organization/workspace`, both as slugs */
export async function findWorkspaceId(db: Connection, address: string): Promise<string> {
  const { organization, slug } = readWorkspaceAddress(address);
  const workspace = await db
    .selectFrom('workspaces')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .select('workspaces.id')
    .where('organizations.slug', '=', organization)
    .where('workspaces.slug', '=', slug)
    .executeTakeFirst();
  if (workspace === undefined) throw notThere.workspace(address);
  return workspace.id;
}
