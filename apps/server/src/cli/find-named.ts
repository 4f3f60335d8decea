import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { normalEmail } from '#modules/users/email-address.ts';
import { UsageError } from './command.ts';

const notThere = (message: string) => new AppError('NOT_FOUND', message);

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
  if (user === undefined) throw notThere(`There is no user with the email ${email}`);
  return user;
}

export async function findOrganizationId(db: Connection, slug: string): Promise<string> {
  const organization = await db
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (organization === undefined) throw notThere(`There is no organization with the slug ${slug}`);
  return organization.id;
}

/** @param address `organization/workspace`, both as slugs */
export async function findWorkspaceId(db: Connection, address: string): Promise<string> {
  const [organization, slug, more] = address.split('/');
  if (!organization || !slug || more !== undefined) {
    throw new UsageError(`"${address}" names no workspace: write ORGANIZATION/WORKSPACE, as slugs`);
  }
  const workspace = await db
    .selectFrom('workspaces')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .select('workspaces.id')
    .where('organizations.slug', '=', organization)
    .where('workspaces.slug', '=', slug)
    .executeTakeFirst();
  if (workspace === undefined) throw notThere(`There is no workspace ${address}`);
  return workspace.id;
}
