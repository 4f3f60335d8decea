import type { AdminOrganization } from '@repo/contract/admin';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { matchesSearchTerm } from '#platform/database/match-search-term.ts';
import { notFound } from '#platform/http/app-error.ts';
import { offsetOf, type Page, pageOf, type PageRequest } from '#platform/paging/page-request.ts';

/** One page of all organizations, newest first. */
export async function listOrganizations(
  db: Connection,
  request: PageRequest,
): Promise<Page<AdminOrganization>> {
  const { search, limit } = request;
  const found = search
    ? db.selectFrom('organizations').where(matchesSearchTerm('organizations.search', search))
    : db.selectFrom('organizations');
  const page = found
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offsetOf(request));
  const [{ total }, rows] = await Promise.all([
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    counted(db).where('id', 'in', page).execute(),
  ]);
  return pageOf(rows.map(toOrganization), total, request);
}

/** @throws AppError `NOT_FOUND` */
export async function findAdminOrganization(
  db: Connection,
  id: string,
): Promise<AdminOrganization> {
  const row = await counted(db).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Organization');
  return toOrganization(row);
}

const counted = (db: Connection) =>
  db
    .selectFrom('organizations')
    .select([
      'id',
      'name',
      'slug',
      'created_at as createdAt',
      'archived_at as archivedAt',
      workspaceCount,
      memberCount,
      secondFactorFrom,
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');

const workspaceCount = sql<number>`(
  select count(*) from workspaces where organization_id = organizations.id)`.as('workspaceCount');

const memberCount = sql<number>`(
  select count(distinct user_id) from workspaces
  join memberships on workspace_id = workspaces.id
  where organization_id = organizations.id)`.as('memberCount');

const secondFactorFrom = sql<Date | null>`(
  select required_from from second_factor_rules
  where organization_id = organizations.id)`.as('secondFactorFrom');

interface OrganizationRow extends Omit<
  AdminOrganization,
  'createdAt' | 'archivedAt' | 'secondFactorFrom'
> {
  createdAt: Date;
  archivedAt: Date | null;
  secondFactorFrom: Date | null;
}

const toOrganization = ({
  createdAt,
  archivedAt,
  secondFactorFrom: from,
  ...row
}: OrganizationRow): AdminOrganization => ({
  ...row,
  createdAt: createdAt.toISOString(),
  archivedAt: archivedAt?.toISOString() ?? null,
  secondFactorFrom: from?.toISOString() ?? null,
});
