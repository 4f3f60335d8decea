import type { AdminWorkspace } from '@repo/contract/admin';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { matchesSearchTerm } from '#platform/database/match-search-term.ts';
import { notFound } from '#platform/http/app-error.ts';
import { offsetOf, type Page, pageOf, type PageRequest } from '#platform/paging/page-request.ts';

/** One page of all workspaces, newest first. */
export async function listAllWorkspaces(
  db: Connection,
  request: PageRequest,
): Promise<Page<AdminWorkspace>> {
  const { search, limit } = request;
  const found = search
    ? db.selectFrom('workspaces').where(matches(search))
    : db.selectFrom('workspaces');
  const page = found
    .select('workspaces.id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offsetOf(request));
  const [{ total }, rows] = await Promise.all([
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    described(db).where('workspaces.id', 'in', page).execute(),
  ]);
  return pageOf(rows.map(toWorkspace), total, request);
}

/** @throws AppError `NOT_FOUND` */
export async function findAdminWorkspace(db: Connection, id: string): Promise<AdminWorkspace> {
  const row = await described(db).where('workspaces.id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Workspace');
  return toWorkspace(row);
}

/**
 * Matches the workspace's own name or slug, or its organization's; as an array, so that each is an index
 * lookup.
 */
const matches = (search: string) => sql<boolean>`(
  ${matchesSearchTerm('workspaces.search', search)}
  or workspaces.organization_id = any(array(
    select id from organizations where ${matchesSearchTerm('organizations.search', search)})))`;

const described = (db: Connection) =>
  db
    .selectFrom('workspaces')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .select([
      'workspaces.id',
      'workspaces.name',
      'workspaces.slug',
      'workspaces.created_at as createdAt',
      'workspaces.archived_at as archivedAt',
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'organizations.slug as organizationSlug',
      memberCount,
    ])
    .orderBy('workspaces.created_at', 'desc')
    .orderBy('workspaces.id', 'desc');

const memberCount = sql<number>`(
  select count(*) from memberships where workspace_id = workspaces.id)`.as('memberCount');

interface WorkspaceRow {
  id: string;
  name: string;
  slug: string;
  createdAt: Date;
  archivedAt: Date | null;
  organizationId: string;
  organizationName: string;
  organizationSlug: string;
  memberCount: number;
}

const toWorkspace = (row: WorkspaceRow): AdminWorkspace => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  organization: {
    id: row.organizationId,
    name: row.organizationName,
    slug: row.organizationSlug,
  },
  memberCount: row.memberCount,
  createdAt: row.createdAt.toISOString(),
  archivedAt: row.archivedAt?.toISOString() ?? null,
});
