import type { AdminUser } from '@repo/contract/admin';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { matchesSearchTerm } from '#platform/database/match-search-term.ts';
import { offsetOf, type Page, pageOf, type PageRequest } from '#platform/paging/page-request.ts';

/** One page of all people, newest first. */
export async function listUsers(db: Connection, request: PageRequest): Promise<Page<AdminUser>> {
  const { search, limit } = request;
  const found = search
    ? db.selectFrom('users').where(matchesSearchTerm('users.search', search))
    : db.selectFrom('users');
  // The page is read first and on its own; its details are then looked up for its rows only.
  const page = found
    .select(['id', 'name', 'email', 'is_admin', 'is_test', 'is_active', 'created_at', 'updated_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offsetOf(request));
  const [{ total }, rows] = await Promise.all([
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    db
      .selectFrom(page.as('page'))
      .selectAll()
      .select([organizationsOf, hasSecondFactor])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  ]);
  return pageOf(rows.map(toUser), total, request);
}

/** In the order of joining. */
const organizationsOf = sql<{ name: string }[]>`coalesce((
  select json_agg(json_build_object('name', joined.name) order by joined.at, joined.id)
  from (
    select organizations.id, organizations.name, min(memberships.joined_at) as at
    from memberships
    join workspaces on workspaces.id = memberships.workspace_id
    join organizations on organizations.id = workspaces.organization_id
    where memberships.user_id = page.id
    group by organizations.id
  ) joined
), '[]')`.as('organizations');

const hasSecondFactor = sql<boolean>`(
  exists (select from authenticator_apps where user_id = page.id)
  or exists (select from passkeys where user_id = page.id))`.as('hasSecondFactor');

interface UserRow {
  id: string;
  name: string;
  email: string;
  is_admin: boolean;
  is_test: boolean;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
  organizations: { name: string }[];
  hasSecondFactor: boolean;
}

const toUser = (row: UserRow): AdminUser => ({
  id: row.id,
  name: row.name,
  email: row.email,
  isAdmin: row.is_admin,
  isTest: row.is_test,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  organizations: row.organizations,
  hasSecondFactor: row.hasSecondFactor,
});
