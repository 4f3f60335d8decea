import type { Member } from '@repo/contract/workspaces';
import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { matchesSearchTerm } from '../../../platform/database/match-search-term.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import {
  offsetOf,
  type Page,
  pageOf,
  type PageRequest,
} from '../../../platform/paging/page-request.ts';

/** One page of a workspace's members, by name. */
export async function listMembers(
  db: Connection,
  workspaceId: string,
  request: PageRequest,
): Promise<Page<Member>> {
  const { search, limit } = request;
  const all = membersOf(db, workspaceId);
  const found = search ? all.where(matchesSearchTerm('users.search', search)) : all;
  const [{ total }, rows] = await Promise.all([
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .select(memberFields)
      .orderBy(sql`lower(users.name)`)
      .orderBy('users.id')
      .limit(limit)
      .offset(offsetOf(request))
      .execute(),
  ]);
  return pageOf(rows.map(toMember), total, request);
}

/** @throws AppError `NOT_FOUND` for someone who is no member */
export async function findMember(
  db: Connection,
  workspaceId: string,
  userId: string,
): Promise<Member> {
  const row = await membersOf(db, workspaceId)
    .select(memberFields)
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw notFound('Member');
  return toMember(row);
}

const membersOf = (db: Connection, workspaceId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.workspace_id', '=', workspaceId);

const memberFields = [
  'users.id as userId',
  'users.name',
  'users.email',
  'users.is_admin as isAdministrator',
  'memberships.role',
  'memberships.joined_at as joinedAt',
  sql<Member['state']>`case when not is_active then 'inactive'
    when password_hash is null then 'invited' else 'active' end`.as('state'),
  sql<number>`(
    select count(*) from domain_shares
    where owner_id = users.id and workspace_id = memberships.workspace_id)`.as('sharedDomains'),
] as const;

const toMember = ({ joinedAt, ...row }: Omit<Member, 'joinedAt'> & { joinedAt: Date }): Member => ({
  ...row,
  joinedAt: joinedAt.toISOString(),
});
