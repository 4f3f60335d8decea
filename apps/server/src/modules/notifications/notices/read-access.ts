import { limits } from '@repo/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { isHolding } from '#modules/activities/holding-requests.ts';
import { readUsers } from '#modules/today/read-users.ts';
import type { FoundNotice, NoticeScope } from './found-notice.ts';

interface Row {
  accountId: string;
  userId: string;
  at: Date;
}

/**
 * Finds the requests for access to conversations of the reader that wait for an answer: one notice for each colleague,
 * however many they are.
 */
export const readAsked = (db: Connection, scope: NoticeScope): Promise<FoundNotice[]> =>
  readRequests(db, scope, 'access', {
    userId: sql`request.asker_id`,
    at: sql`request.asked_at`,
    where: sql`request.owner_id = ${scope.userId} and request.is_granted is null`,
  });

/** Finds the conversations that colleagues gave the reader access to: one notice for each colleague. */
export const readGranted = (db: Connection, scope: NoticeScope): Promise<FoundNotice[]> =>
  readRequests(db, scope, 'granted', {
    userId: sql`request.owner_id`,
    at: sql`request.answered_at`,
    where: sql`request.asker_id = ${scope.userId} and request.is_granted`,
  });

async function readRequests(
  db: Connection,
  scope: NoticeScope,
  kind: 'access' | 'granted',
  { userId, at, where }: Record<'userId' | 'at' | 'where', RawBuilder<unknown>>,
): Promise<FoundNotice[]> {
  const { rows } = await sql<Row>`
    select share.account_id as "accountId", ${userId} as "userId", max(${at}) as at
    from access_requests request
    join domain_shares share on share.owner_id = request.owner_id
      and share.domain_id = request.domain_id and share.workspace_id = request.workspace_id
    where ${where} and request.workspace_id = ${scope.id} and ${at} >= ${scope.since}
      and ${isHolding('request')}
    group by share.account_id, ${userId}
    order by max(${at}) desc, share.account_id
    limit ${MAX_READ}`.execute(db);
  if (rows.length === 0) return [];
  const { rows: accounts } = await sql<{ id: string; name: string }>`
    select id, name from ${scope.accounts} account
    where id = any(${[...new Set(rows.map(({ accountId }) => accountId))]}::uuid[])`.execute(db);
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const found = rows.filter(({ accountId }) => names.has(accountId));
  const users = await readUsers(
    db,
    found.map((one) => one.userId),
  );
  return [...Map.groupBy(found, (one) => one.userId)].map(([colleagueId, group]): FoundNotice => ({
    id: `${kind} ${scope.id} ${colleagueId}`,
    kind,
    at: new Date(Math.max(...group.map((one) => one.at.getTime()))),
    workspace: scope.workspace,
    by: users.get(colleagueId) ?? null,
    accounts: group
      .slice(0, limits.noticeAccounts)
      .map(({ accountId: id }) => ({ id, name: names.get(id) ?? '' })),
    total: group.length,
    connection: null,
  }));
}

/** Accounts and colleagues of a workspace that are looked through, those asked for last. */
const MAX_READ = 1_000;
