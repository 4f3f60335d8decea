import { limits } from '@repo/contract/limits';
import type { TodayNews } from '@repo/contract/today';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Page } from '../page.ts';
import { type RecentShare, readRecentShares } from '../read-recent-shares.ts';
import { readUsers } from '../read-users.ts';

/** Accounts and shares that are looked through, the newest first. */
const MAX_FOUND = 1_000;

interface Found extends RecentShare {
  kind: TodayNews['kind'];
}

/**
 * Reads what colleagues have added since an instant, one entry for each colleague and kind, the newest first.
 */
export async function readNews(db: Connection, page: Page, since: Date): Promise<TodayNews[]> {
  const colleagueIds = await readColleagueIds(db, page);
  const [created, shared] = await Promise.all([
    readCreated(db, page, { since, colleagueIds }),
    readShared(db, page, { since, colleagueIds }),
  ]);
  const isCreated = new Set(created.map(({ userId, accountId }) => `${userId} ${accountId}`));
  const found = [
    ...created,
    // Creating an account shares its domain as well.
    ...shared.filter(({ userId, accountId }) => !isCreated.has(`${userId} ${accountId}`)),
  ];
  const [names, users] = await Promise.all([
    readAccountNames(db, page, found),
    readUsers(
      db,
      found.map(({ userId }) => userId),
    ),
  ]);
  const groups = Map.groupBy(
    found.filter(({ accountId, userId }) => names.has(accountId) && users.has(userId)),
    ({ kind, userId }) => `${kind} ${userId}`,
  );
  return [...groups.values()]
    .flatMap((group): TodayNews[] => {
      const ofAccounts = [...new Map(group.map((one) => [one.accountId, one])).values()];
      const [first] = ofAccounts;
      const by = first && users.get(first.userId);
      if (first === undefined || by === undefined) return [];
      const at = new Date(Math.max(...group.map((one) => one.at.getTime())));
      const accounts = ofAccounts
        .slice(0, limits.todayNewsAccounts)
        .map(({ accountId }) => ({ id: accountId, name: names.get(accountId) ?? '' }));
      return [{ kind: first.kind, by, at: at.toISOString(), accounts, total: ofAccounts.length }];
    })
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, limits.todayNews);
}

interface Part {
  since: Date;
  /** Members who have left are not named. */
  colleagueIds: readonly string[];
}

async function readCreated(
  db: Connection,
  { accounts }: Page,
  { since, colleagueIds }: Part,
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select 'created' as kind, created_by as "userId", id as "accountId", created_at as at
    from ${accounts} account
    where created_at > ${since} and created_by = any(${colleagueIds}::uuid[])
    order by created_at desc limit ${MAX_FOUND}`.execute(db);
  return rows;
}

async function readShared(
  db: Connection,
  { workspaceId }: Page,
  { since, colleagueIds }: Part,
): Promise<Found[]> {
  const userIds = colleagueIds;
  const shares = await readRecentShares(db, { workspaceId, userIds, since, limit: MAX_FOUND });
  return shares.map((share): Found => ({ kind: 'shared', ...share }));
}

async function readColleagueIds(db: Connection, { workspaceId, userId }: Page): Promise<string[]> {
  const members = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '<>', userId)
    .execute();
  return members.map(({ user_id }) => user_id);
}

async function readAccountNames(
  db: Connection,
  { accounts }: Page,
  found: readonly Found[],
): Promise<Map<string, string>> {
  if (found.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${accounts} account
    where id = any(${[...new Set(found.map(({ accountId }) => accountId))]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
