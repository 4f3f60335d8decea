import type { Member } from '@repo/contract/workspaces';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { matchesSearchTerm } from '#platform/database/match-search-term.ts';
import { notFound } from '#platform/http/app-error.ts';
import { hasSignIn } from '#modules/auth/has-sign-in.ts';
import { offsetOf, type Page, pageOf, type PageRequest } from '#platform/paging/page-request.ts';

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
  return pageOf(await withShares(db, workspaceId, rows), total, request);
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
  const [member] = await withShares(db, workspaceId, [row]);
  if (member === undefined) throw notFound('Member');
  return member;
}

type MemberRow = Omit<Member, 'joinedAt' | 'sharedDomains'> & { joinedAt: Date };

/** Adds how many domains each of the members shares with the workspace. */
async function withShares(
  db: Connection,
  workspaceId: string,
  rows: readonly MemberRow[],
): Promise<Member[]> {
  if (rows.length === 0) return [];
  const counts = await db
    .selectFrom('domain_shares')
    .select((eb) => ['owner_id as ownerId', eb.fn.countAll<number>().as('shares')])
    .where(sql<boolean>`owner_id = any(${rows.map(({ userId }) => userId)}::uuid[])`)
    .where('workspace_id', '=', workspaceId)
    .groupBy('owner_id')
    .execute();
  const shares = new Map(counts.map((count) => [count.ownerId, count.shares]));
  return rows.map((row) => ({
    ...row,
    joinedAt: row.joinedAt.toISOString(),
    sharedDomains: shares.get(row.userId) ?? 0,
  }));
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
    when ${hasSignIn} then 'active' else 'invited' end`.as('state'),
] as const;
